#include "whorl/pairwise.h"
#include "base/json.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/try.h"
#include "jobs/registry/each_text.h"
#include "jobs/registry/features.h"
#include "jobs/registry/keys.h"
#include "whorl/similarity_methods.h"

namespace whorl {

using namespace internal;

namespace {

// The stored and the searched features of a document.
struct Sides {
  std::string name;
  std::uint64_t bytes = 0;
  std::vector<std::uint64_t> stored;
  std::vector<std::uint64_t> searched;
};

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

using Side = std::vector<std::uint64_t> Sides::*;

// The documents that have a fingerprint on one of their sides.
class Holders {
 public:
  Holders(const std::vector<Sides>& documents, Side side) {
    for (std::uint32_t d = 0; d < documents.size(); ++d) {
      for (const std::uint64_t hash : documents[d].*side) entries_.emplace_back(hash, d);
    }
    std::ranges::sort(entries_);
  }

  std::span<const std::pair<std::uint64_t, std::uint32_t>> of(std::uint64_t hash) const {
    return std::ranges::equal_range(entries_, hash, {}, [](const auto& e) { return e.first; });
  }

 private:
  std::vector<std::pair<std::uint64_t, std::uint32_t>> entries_;
};

// Counts each document against all others; keeps only the best pairs.
class Counting {
 public:
  Counting(const std::vector<Sides>& documents, std::size_t limit)
      : documents_(documents),
        limit_(limit),
        stored_(documents, &Sides::stored),
        searched_(documents, &Sides::searched),
        counts_(documents.size()) {}

  Result<void> run(PairwiseTest& test, Progress& progress) {
    progress.phase("pairs", documents_.size());
    for (std::uint32_t a = 0; a < documents_.size(); ++a) {
      WHORL_RETURN_IF_ERROR(base::go_on(&progress));
      test.documents.push_back(count(a));
      std::ranges::sort(found_);
      for (const std::uint32_t b : found_) {
        if (a < b) best_.push_back(measured(a, b));
        test.sharing += a < b ? 1 : 0;
        counts_[b] = {};
      }
      found_.clear();
      if (best_.size() > 2 * limit_ + 1024) keep_best();
      progress.advance(1);
    }
    keep_best();
    test.pairs = std::move(best_);
    return {};
  }

 private:
  struct Counts {
    std::uint64_t in_a = 0;  // stored fingerprints of the other one that a looks up
    std::uint64_t of_a = 0;  // stored fingerprints of a that the other one looks up
  };

  // `global` is a share of the stored fingerprints, like `a_in_b`. With koala a document is
  // searched with ten times as many fingerprints as are stored, so a share of those would never
  // exceed a tenth.
  PairwiseDocument count(std::uint32_t a) {
    const Sides& document = documents_[a];
    for (const std::uint64_t hash : document.searched) {
      count(a, stored_.of(hash), &Counts::in_a);
    }
    std::uint64_t known = 0;
    for (const std::uint64_t hash : document.stored) {
      known += count(a, searched_.of(hash), &Counts::of_a) ? 1 : 0;
    }
    return {document.name, document.stored.size(), share(known, document.stored.size())};
  }

  // True if at least one of `holders` is another document.
  bool count(std::uint32_t a, std::span<const std::pair<std::uint64_t, std::uint32_t>> holders,
             std::uint64_t Counts::*counter) {
    bool elsewhere = false;
    for (const auto& [hash, d] : holders) {
      if (d == a) continue;
      elsewhere = true;
      if (counts_[d].in_a + counts_[d].of_a == 0) found_.push_back(d);
      ++(counts_[d].*counter);
    }
    return elsewhere;
  }

  PairwisePair measured(std::uint32_t number_a, std::uint32_t number_b) const {
    const Sides& a = documents_[number_a];
    const Sides& b = documents_[number_b];
    const auto [in_a, of_a] = counts_[number_b];
    return {a.name, b.name, share(of_a, a.stored.size()), share(in_a, b.stored.size()),
            share(of_a + in_a, a.stored.size() + b.stored.size())};
  }

  // Of equal pairs, keeps those that were read first.
  void keep_best() {
    std::ranges::stable_sort(best_, std::ranges::greater(), &PairwisePair::symmetric);
    if (best_.size() > limit_) best_.resize(limit_);
  }

  const std::vector<Sides>& documents_;
  std::size_t limit_;
  Holders stored_, searched_;
  std::vector<Counts> counts_;        // with the current document
  std::vector<std::uint32_t> found_;  // documents for which they are not 0
  std::vector<PairwisePair> best_;
};

// The overlap of one pair by the method of `whorl measure`.
Result<void> add_overlap(std::string_view a, std::string_view b, PairwisePair& pair) {
  WHORL_ASSIGN_OR_RETURN(const auto measured, measure(a, b, {.methods = {"exact-overlap:k=45"}}));
  const Figures& figures = measured.front().figures;
  pair.overlap_a = figures.a_in_b->value;
  pair.overlap_b = figures.b_in_a->value;
  return {};
}

// Reads the texts of the selected pairs again, because only fingerprints were kept.
Result<void> add_overlaps(const PairwiseOptions& options, std::vector<PairwisePair>& pairs,
                          Progress& progress) {
  const std::size_t exact = std::min<std::size_t>(options.exact, pairs.size());
  std::map<std::string, std::string> texts;
  for (std::size_t i = 0; i < exact; ++i) {
    texts[pairs[i].a];
    texts[pairs[i].b];
  }
  using Named = std::pair<std::string, std::string>;
  const auto work = [&](const registry::FoundDocument& found,
                        std::string_view text) -> Result<Named> {
    const std::string& name = found.document.name;
    return Named(name, texts.contains(name) ? std::string(text) : std::string());
  };
  const auto take = [&](Named named) -> Result<void> {
    const auto at = texts.find(named.first);
    if (at != texts.end() && at->second.empty()) at->second = std::move(named.second);
    return {};
  };
  WHORL_RETURN_IF_ERROR(registry::for_each_text<Named>(options.input, progress, work, take));
  for (std::size_t i = 0; i < exact; ++i) {
    WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    WHORL_RETURN_IF_ERROR(add_overlap(texts[pairs[i].a], texts[pairs[i].b], pairs[i]));
  }
  return {};
}

Result<std::vector<Sides>> read_sides(const PairwiseOptions& options,
                                      const registry::Method& method, Progress& progress,
                                      std::vector<Skipped>& skipped) {
  std::vector<Sides> documents;
  const auto work = [&](const registry::FoundDocument& found,
                        std::string_view text) -> Result<Sides> {
    WHORL_ASSIGN_OR_RETURN(const auto stored, registry::stored(text, method));
    WHORL_ASSIGN_OR_RETURN(const auto searched, registry::searched(text, method));
    return Sides{found.document.name, text.size(), stored.distinct(), searched.distinct()};
  };
  const auto take = [&](Sides sides) -> Result<void> {
    documents.push_back(std::move(sides));
    return {};
  };
  WHORL_ASSIGN_OR_RETURN(skipped,
                         registry::for_each_text<Sides>(options.input, progress, work, take));
  return documents;
}

}  // namespace

Result<PairwiseTest> test_pairs(const PairwiseOptions& options, Progress& progress) try {
  const registry::Scheme* const scheme = registry::find_scheme(options.scheme);
  if (scheme == nullptr) {
    return fail(ErrorCode::invalid_argument,
                "there is no scheme '" + options.scheme + "': use passages, koala, se or sets");
  }
  WHORL_ASSIGN_OR_RETURN(const auto key, registry::key_in(options.key));
  WHORL_ASSIGN_OR_RETURN(const auto method, registry::make_method(*scheme, options.recipe, key));
  PairwiseTest test;
  test.recipe = id(method.recipe);
  WHORL_ASSIGN_OR_RETURN(const auto documents, read_sides(options, method, progress, test.skipped));
  Counting counting(documents, options.limit);
  WHORL_RETURN_IF_ERROR(counting.run(test, progress));
  WHORL_RETURN_IF_ERROR(add_overlaps(options, test.pairs, progress));
  return test;
} catch (...) {
  return base::caught();
}

std::string to_json(const PairwiseTest& test) {
  using json = nlohmann::ordered_json;
  json documents = json::array(), pairs = json::array(), skipped = json::array();
  for (const PairwiseDocument& d : test.documents) {
    documents.push_back({{"name", d.name}, {"fingerprints", d.fingerprints}, {"global", d.global}});
  }
  const auto or_null = [](const std::optional<double>& x) { return x ? json(*x) : json(nullptr); };
  for (const PairwisePair& p : test.pairs) {
    pairs.push_back({{"a", p.a},
                     {"b", p.b},
                     {"a_in_b", p.a_in_b},
                     {"b_in_a", p.b_in_a},
                     {"symmetric", p.symmetric},
                     {"overlap_a", or_null(p.overlap_a)},
                     {"overlap_b", or_null(p.overlap_b)}});
  }
  for (const Skipped& one : test.skipped) {
    skipped.push_back({{"path", one.path}, {"reason", one.reason}});
  }
  const json all = {{"recipe", test.recipe},
                    {"documents", std::move(documents)},
                    {"sharing", test.sharing},
                    {"pairs", std::move(pairs)},
                    {"skipped", std::move(skipped)}};
  return base::json_text(all, 1) + "\n";
}

}  // namespace whorl
