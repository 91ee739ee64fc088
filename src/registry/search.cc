#include "registry/search.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <span>
#include <utility>

#include "base/try.h"
#include "registry/lookup.h"
#include "registry/ranges.h"

namespace whorl::internal::registry {
namespace {

constexpr double kUnreliable = 4;  // times as long
constexpr double kZ = 1.96;        // 95 % of a normal distribution
// Documents that are measured: where more share a fingerprint, those that share most.
constexpr std::size_t kMostMeasured = 10'000;

// Wilson's interval. What was counted whole has none, but a registry counts fingerprints for
// k-grams.
FingerprintShare share_of(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return {};
  const auto n = static_cast<double>(whole);
  const double p = static_cast<double>(part) / n;
  const double middle = p + kZ * kZ / (2 * n);
  const double width = kZ * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n));
  const double scale = 1 + kZ * kZ / n;
  return {p, std::max(0.0, (middle - width) / scale), std::min(1.0, (middle + width) / scale)};
}

// Documents of one hash, of which `found` has them in a row.
using OfHash = std::span<const Found>;

std::vector<OfHash> by_hash(std::span<const Found> found) {
  std::vector<OfHash> groups;
  for (std::size_t begin = 0, end = 0; begin < found.size(); begin = end) {
    while (end < found.size() && found[end].query == found[begin].query) ++end;
    groups.push_back(found.subspan(begin, end - begin));
  }
  return groups;
}

// How many of the groups, the commonest standing first, too many documents have.
std::size_t common_of(std::span<const OfHash> groups, const Scheme& scheme,
                      std::uint64_t max_share) {
  const std::uint64_t from = max_share > 0 ? max_share + 1 : scheme.common_from;
  const std::uint64_t most = max_share > 0 ? groups.size() : scheme.most_common;
  std::size_t common = 0;
  while (common < groups.size() && common < most && groups[common].size() >= from) ++common;
  return common;
}

// A document that shares hashes, which `queries` has in a row.
struct Candidate {
  std::uint32_t document = 0;
  std::vector<std::uint32_t> queries;
  std::uint64_t rare = 0;    // of them, those that no other document has
  std::uint64_t common = 0;  // passed over
};

// What a document has in common with the query: a hash, and whether it counts.
struct Shared {
  Found found;
  bool rare = false;
  bool common = false;
};

// Of groups of which the first `common` do not count.
std::vector<Candidate> candidates_of(std::span<const OfHash> groups, std::size_t common) {
  std::vector<Shared> all;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (const Found& one : groups[i]) all.push_back({one, groups[i].size() == 1, i < common});
  }
  std::ranges::sort(all, {}, &Shared::found);
  std::vector<Candidate> candidates;
  for (const Shared& one : all) {
    if (candidates.empty() || candidates.back().document != one.found.document) {
      candidates.push_back({one.found.document, {}, 0, 0});
    }
    Candidate& candidate = candidates.back();
    candidate.common += one.common ? 1 : 0;
    candidate.rare += one.rare && !one.common ? 1 : 0;
    if (!one.common) candidate.queries.push_back(one.found.query);
  }
  std::erase_if(candidates, [](const Candidate& one) { return one.queries.empty(); });
  return candidates;
}

bool is_wanted(const DocumentCodes& codes, const RegistrySearchOptions& options) {
  if (!options.exclude_owner.empty() && codes.owner == options.exclude_owner) return false;
  return options.since.empty() || codes.date >= options.since;
}

class Search {
 public:
  Search(const Index& index, Query query, const RegistrySearchOptions& options)
      : index_(index), query_(std::move(query)), options_(options) {}

  Result<RegistryAnswer> run() {
    answer_.bytes = query_.bytes;
    answer_.too_short = query_.features.list.empty();
    hashes_ = query_.features.distinct();
    answer_.fingerprints = hashes_.size();
    leave_out_base();
    WHORL_ASSIGN_OR_RETURN(const auto found, look_up(index_, hashes_));
    std::vector<OfHash> groups = by_hash(found);
    std::ranges::stable_sort(groups, std::ranges::greater(), &OfHash::size);
    answer_.common = common_of(groups, *index_.method().scheme, options_.max_share);
    auto candidates = candidates_of(groups, answer_.common);
    answer_.found = candidates.size();
    WHORL_ASSIGN_OR_RETURN(auto hits, measured(best_of(std::move(candidates))));
    WHORL_RETURN_IF_ERROR(add_best(std::move(hits)));
    return std::move(answer_);
  }

 private:
  struct Measured {
    RegistryHit hit;
    std::vector<std::uint32_t> queries;
    double share() const { return std::max(hit.contained.value, hit.contains.value); }
  };

  void leave_out_base() {
    std::vector<std::uint64_t> kept;
    std::ranges::set_difference(hashes_, options_.base, std::back_inserter(kept));
    answer_.base = hashes_.size() - kept.size();
    hashes_ = std::move(kept);
  }

  static std::vector<Candidate> best_of(std::vector<Candidate> candidates) {
    std::ranges::stable_sort(candidates, std::ranges::greater(),
                             [](const Candidate& one) { return one.queries.size(); });
    if (candidates.size() > kMostMeasured) candidates.resize(kMostMeasured);
    return candidates;
  }

  // How many hashes the greatest document can share: of the 1,000 that Koala searches a document
  // has the 100 that are stored of it.
  std::uint64_t most_shared() const {
    const std::uint32_t most = index_.method().scheme->info.stored;
    return most == 0 ? hashes_.size() : std::min<std::uint64_t>(hashes_.size(), most);
  }

  Result<std::vector<Measured>> measured(std::vector<Candidate> candidates) const {
    std::vector<std::uint32_t> numbers;
    for (const Candidate& one : candidates) numbers.push_back(one.document);
    WHORL_ASSIGN_OR_RETURN(auto rows, index_.rows(numbers));
    std::vector<Measured> hits;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (!rows[i] || !is_wanted(rows[i]->document.codes, options_)) continue;
      Measured one{measure(std::move(rows[i]->document), candidates[i]),
                   std::move(candidates[i].queries)};
      if (one.share() >= options_.containment) hits.push_back(std::move(one));
    }
    return hits;
  }

  RegistryHit measure(RegisteredDocument document, const Candidate& candidate) const {
    RegistryHit hit;
    const std::uint64_t shared = candidate.queries.size();
    const std::uint64_t of_query = most_shared() - std::min(most_shared(), candidate.common);
    const std::uint64_t of_document = document.fingerprints - candidate.common;
    hit.shared = shared;
    hit.contained = share_of(std::min(shared, of_query), of_query);
    hit.contains = share_of(shared, of_document);
    hit.symmetric = 2 * static_cast<double>(shared) / static_cast<double>(of_query + of_document);
    hit.rare = candidate.rare;
    const auto [less, more] =
        std::minmax({static_cast<double>(document.bytes), static_cast<double>(query_.bytes)});
    hit.sizes_differ = index_.method().scheme->info.stored > 0 && more > kUnreliable * less;
    hit.document = std::move(document);
    return hit;
  }

  Result<void> add_best(std::vector<Measured> hits) {
    std::vector<bool> known(hashes_.size());
    for (const Measured& one : hits) {
      for (const std::uint32_t query : one.queries) known[query] = true;
    }
    const auto all = static_cast<std::uint64_t>(std::ranges::count(known, true));
    answer_.global = share_of(std::min(all, most_shared()), most_shared());
    std::ranges::stable_sort(hits, [](const Measured& a, const Measured& b) {
      return std::pair(a.share(), a.hit.shared) > std::pair(b.share(), b.hit.shared);
    });
    if (hits.size() > options_.limit) hits.resize(options_.limit);
    if (!hits.empty() && !query_.text.empty()) WHORL_RETURN_IF_ERROR(add_ranges(known, hits));
    for (Measured& one : hits) answer_.hits.push_back(std::move(one.hit));
    return {};
  }

  Result<void> add_ranges(const std::vector<bool>& known, std::vector<Measured>& hits) {
    WHORL_ASSIGN_OR_RETURN(const PlacedText text,
                           PlacedText::make(query_.text, index_.method().recipe));
    answer_.ranges = ranges_of(known, text);
    for (Measured& one : hits) {
      std::vector<bool> of_hit(hashes_.size());
      for (const std::uint32_t query : one.queries) of_hit[query] = true;
      one.hit.ranges = ranges_of(of_hit, text);
    }
    return {};
  }

  std::vector<KnownRange> ranges_of(const std::vector<bool>& known, const PlacedText& text) const {
    const std::vector<Feature>& features = query_.features.list;
    const Joined joined =
        index_.method().scheme->info.positions ? Joined::following : Joined::touching;
    return known_ranges(query_.features, text, joined, [&](std::size_t i) {
      const auto at = std::ranges::lower_bound(hashes_, features[i].hash);
      return at != hashes_.end() && *at == features[i].hash &&
             known[static_cast<std::size_t>(at - hashes_.begin())];
    });
  }

  const Index& index_;
  Query query_;
  const RegistrySearchOptions& options_;
  std::vector<std::uint64_t> hashes_;  // sorted, without base code
  RegistryAnswer answer_;
};

}  // namespace

Result<RegistryAnswer> search(const Index& index, Query query,
                              const RegistrySearchOptions& options) {
  return Search(index, std::move(query), options).run();
}

Result<RegistryAnswer> search(const Index& index, std::string_view text,
                              const RegistrySearchOptions& options) {
  WHORL_ASSIGN_OR_RETURN(auto features, searched(text, index.method()));
  return search(index, Query{std::move(features), text.size(), text}, options);
}

}  // namespace whorl::internal::registry
