#include "lab/overlap_of_all.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/go_on.h"
#include "base/sort_hashes.h"
#include "base/try.h"
#include "lab/cpu_clock.h"
#include "methods/resolved.h"
#include "methods/sets.h"
#include "whorl/chunks.h"

namespace whorl::internal::lab {
namespace {

using methods::ResolvedMethod;
using DigestSet = std::vector<std::uint64_t>;
constexpr std::string_view kCullings[] = {"variance", "sqrt"};

// The methods of kByPairs are slow, since they compare each pair. They run only for at most this
// many pairs.
constexpr std::uint64_t kMostPairs = 20'000;

constexpr std::string_view kByPairs[] = {
    "se:c=10",      "exact-overlap:k=45", "smallest-winnowed:k=30,w=16,s=1000000",
    "gzip:level=9", "bzip2:level=9",      "ppmd"};
constexpr std::uint64_t kSizes[] = {0, 100, 300, 1'000, 3'000, 10'000};

// Finkel 2002 §3: the number of pairs from similarity .9, from .8 and so on, without trivially
// identical ones.
constexpr std::uint64_t kPaperPairs[] = {5, 24, 30, 60, 87, 168, 301, 2046, 2865, 1083};

struct SignedText {
  DigestSet digests;         // sorted and distinct
  std::uint64_t chunks = 0;  // before culling
  std::uint64_t words = 0;
};

struct SimilarPair {
  std::uint32_t a, b;
  double similarity;  // 2 · common / (A + B), by numbers of digests
};

// The results of one culling for all texts.
struct Extraction {
  std::vector<SignedText> texts;
  std::vector<SimilarPair> pairs;  // pairs that share a digest
  double global = 0;               // mean share of a text's digests that occur in any other text
  double seconds_to_sign = 0;
  double seconds_to_compare = 0;

  std::uint64_t bytes() const {
    std::uint64_t digests = 0;
    for (const SignedText& text : texts) digests += text.digests.size();
    return digests * sizeof(std::uint64_t);
  }
};

Result<SignedText> sign(const methods::Text& text, const Recipe& recipe, const Recipe& all) {
  WHORL_ASSIGN_OR_RETURN(const auto kept, whorl::chunks(text.bytes, recipe));
  WHORL_ASSIGN_OR_RETURN(const auto every, whorl::chunks(text.bytes, all));
  SignedText out;
  out.chunks = every.chunks.size();
  for (const Chunk& chunk : every.chunks) out.words += chunk.symbols;
  for (const Chunk& chunk : kept.chunks) out.digests.push_back(chunk.digest);
  base::sort_distinct(out.digests);
  return out;
}

struct Posting {
  std::uint64_t digest;
  std::uint32_t text;
  auto operator<=>(const Posting&) const = default;
};

std::vector<Posting> postings_of(const std::vector<SignedText>& texts) {
  std::vector<Posting> out;
  for (std::uint32_t i = 0; i < texts.size(); ++i) {
    for (const std::uint64_t digest : texts[i].digests) out.push_back({digest, i});
  }
  std::ranges::sort(out);
  return out;
}

// Finds the pairs of text b with earlier texts as the paper does: by looking up each digest once.
class Comparison {
 public:
  explicit Comparison(const std::vector<SignedText>& texts)
      : texts_(texts), postings_(postings_of(texts)), counts_(texts.size()) {}

  void add(std::uint32_t b, Extraction& out) {
    std::uint64_t shared = 0;
    for (const std::uint64_t digest : texts_[b].digests) {
      const auto [begin, end] = std::ranges::equal_range(postings_, digest, {}, &Posting::digest);
      shared += end - begin > 1;
      for (auto at = begin; at->text < b; ++at) ++counts_[at->text];
    }
    for (std::uint32_t a = 0; a < b; ++a) {
      if (counts_[a] == 0) continue;
      const auto sizes = static_cast<double>(texts_[a].digests.size() + texts_[b].digests.size());
      out.pairs.push_back({a, b, 2 * counts_[a] / sizes});
      counts_[a] = 0;
    }
    const auto all = static_cast<double>(std::max<std::size_t>(texts_[b].digests.size(), 1));
    out.global += static_cast<double>(shared) / all / static_cast<double>(texts_.size());
  }

 private:
  const std::vector<SignedText>& texts_;
  std::vector<Posting> postings_;
  std::vector<std::uint32_t> counts_;
};

Result<Extraction> extract(const methods::Texts& texts, std::string_view culling,
                           std::uint64_t seed, Progress& progress) {
  const auto recipe_of = [&](std::string_view name) {
    return parse_recipe("words:se/breakpoint:c=10/" + std::string(name) +
                        "/seed=" + std::to_string(seed));
  };
  WHORL_ASSIGN_OR_RETURN(const Recipe recipe, recipe_of(culling));
  WHORL_ASSIGN_OR_RETURN(const Recipe all, recipe_of("none"));
  Extraction out;
  const CpuClock signing;
  for (const methods::Text& text : texts.texts) {
    WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    WHORL_ASSIGN_OR_RETURN(auto one, sign(text, recipe, all));
    out.texts.push_back(std::move(one));
    progress.advance(1);
  }
  out.seconds_to_sign = signing.seconds();
  const CpuClock comparing;
  Comparison comparison(out.texts);
  for (std::uint32_t i = 0; i < out.texts.size(); ++i) {
    WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    comparison.add(i, out);
  }
  out.seconds_to_compare = comparing.seconds();
  return out;
}

std::uint64_t pairs_between(const Extraction& one, double from, double below) {
  return static_cast<std::uint64_t>(std::ranges::count_if(one.pairs, [&](const SimilarPair& pair) {
    return pair.similarity >= from && pair.similarity < below;
  }));
}

using Extractions = std::array<Extraction, std::size(kCullings)>;

LabTable histogram(const Extractions& by) {
  LabTable table{"pairs by symmetric similarity",
                 {"from", "below", "pairs, variance", "pairs, sqrt", "paper, variance"},
                 {}};
  auto& identical = table.rows.emplace_back(table.columns.size());
  identical[0] = 1.0;
  identical[2] = pairs_between(by[0], 1, 2);
  identical[3] = pairs_between(by[1], 1, 2);
  for (int tenth = 9; tenth >= 0; --tenth) {
    const double from = tenth / 10.0, below = (tenth + 1) / 10.0;
    table.rows.push_back({from, below, pairs_between(by[0], from, below),
                          pairs_between(by[1], from, below),
                          kPaperPairs[static_cast<std::size_t>(9 - tenth)]});
  }
  return table;
}

LabTable costs(const Extractions& by, std::uint64_t bytes) {
  LabTable table{"extraction",
                 {"culling", "bytes kept", "share of the text", "pairs", "mean global similarity",
                  "CPU seconds to sign", "CPU seconds to compare"},
                 {}};
  for (std::size_t i = 0; i < by.size(); ++i) {
    table.rows.push_back({std::string(kCullings[i]), by[i].bytes(),
                          static_cast<double>(by[i].bytes()) /
                              static_cast<double>(std::max<std::uint64_t>(bytes, 1)),
                          std::uint64_t{by[i].pairs.size()}, by[i].global, by[i].seconds_to_sign,
                          by[i].seconds_to_compare});
  }
  return table;
}

// Texts by size, what the cullings keep of them, and how many pairs have half of their digests in
// common.
LabTable by_size(const Extractions& by) {
  LabTable table{"by size",
                 {"words from", "texts", "chunks", "kept, variance", "kept, sqrt",
                  "similar pairs, variance", "similar pairs, sqrt"},
                 {}};
  const auto& texts = by[0].texts;
  for (std::size_t i = 0; i < std::size(kSizes); ++i) {
    const std::uint64_t from = kSizes[i],
                        below = i + 1 < std::size(kSizes) ? kSizes[i + 1] : ~std::uint64_t{0};
    const auto is_in = [&](std::uint32_t text) {
      return texts[text].words >= from && texts[text].words < below;
    };
    double count = 0, chunks = 0;
    std::array<double, std::size(kCullings)> kept = {};
    for (std::uint32_t text = 0; text < texts.size(); ++text) {
      if (!is_in(text)) continue;
      ++count;
      chunks += static_cast<double>(texts[text].chunks);
      for (std::size_t c = 0; c < by.size(); ++c) {
        kept[c] += static_cast<double>(by[c].texts[text].digests.size());
      }
    }
    if (count == 0) continue;
    std::vector<LabCell> row = {from, static_cast<std::uint64_t>(count), chunks / count,
                                kept[0] / count, kept[1] / count};
    for (const Extraction& one : by) {
      row.emplace_back(
          static_cast<std::uint64_t>(std::ranges::count_if(one.pairs, [&](const SimilarPair& pair) {
            return pair.similarity >= .5 && is_in(pair.a) && is_in(pair.b);
          })));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

// The similarities of all pairs by one method, and the most similar pair.
Result<std::vector<LabCell>> all_pairs_row(const methods::Texts& texts, std::string_view name,
                                           Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(const auto method, ResolvedMethod::parse(name, ""));
  std::vector<methods::Kept> kept;
  for (const methods::Text& text : texts.texts) {
    WHORL_ASSIGN_OR_RETURN(auto one, method.keep(text.bytes));
    kept.push_back(std::move(one));
  }
  std::vector<SimilarPair> pairs;
  for (std::uint32_t b = 0; b < kept.size(); ++b) {
    WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    for (std::uint32_t a = 0; a < b; ++a) {
      WHORL_ASSIGN_OR_RETURN(const auto figures, method.compare(kept[a], kept[b]));
      pairs.push_back({a, b, score_of(figures)});
    }
  }
  progress.advance(1);
  if (pairs.empty()) return std::vector<LabCell>{std::string(name), {}, {}, {}, {}, {}, {}};
  const auto [least, greatest] = std::ranges::minmax_element(pairs, {}, &SimilarPair::similarity);
  const auto found =
      std::ranges::count_if(pairs, [](const SimilarPair& pair) { return pair.similarity > 0; });
  const bool none = found == 0;
  return std::vector<LabCell>{std::string(name),
                              std::uint64_t{pairs.size()},
                              static_cast<std::uint64_t>(found),
                              least->similarity,
                              greatest->similarity,
                              none ? LabCell() : LabCell(texts.texts[greatest->a].name),
                              none ? LabCell() : LabCell(texts.texts[greatest->b].name)};
}

Result<LabTable> pair_by_pair(const methods::Texts& texts, Progress& progress) {
  LabTable table{"pair by pair",
                 {"method", "pairs", "above 0", "least", "greatest", "most similar", "and"},
                 {}};
  progress.phase("methods", std::size(kByPairs));
  for (const std::string_view name : kByPairs) {
    WHORL_ASSIGN_OR_RETURN(auto row, all_pairs_row(texts, name, progress));
    table.rows.push_back(std::move(row));
  }
  return table;
}

LabSeries curve_of(const LabTable& histogram, std::size_t column, std::string name) {
  LabSeries series{std::move(name), {}};
  for (auto row = histogram.rows.rbegin(); row + 1 != histogram.rows.rend(); ++row) {
    const auto pairs = std::get<std::uint64_t>((*row)[column]);
    if (pairs == 0) continue;
    series.points.emplace_back(std::get<double>((*row)[0]) + .05, static_cast<double>(pairs));
  }
  return series;
}

}  // namespace

Result<LabReport> overlap_of_all(const methods::Texts& texts, const LabOptions& options,
                                 Progress& progress) {
  const std::uint64_t count = texts.texts.size(), pairs = count * (count - 1) / 2;
  std::uint64_t bytes = 0;
  for (const methods::Text& text : texts.texts) bytes += text.bytes.size();
  Extractions by;
  progress.phase("signatures", count * by.size());
  for (std::size_t i = 0; i < by.size(); ++i) {
    WHORL_ASSIGN_OR_RETURN(by[i], extract(texts, kCullings[i], options.seed - 1, progress));
  }
  LabReport report;
  report.experiment = "overlap";
  report.settings = {{"documents", std::to_string(count)},
                     {"pairs", std::to_string(pairs)},
                     {"bytes", std::to_string(bytes)}};
  report.tables = {histogram(by), by_size(by), costs(by, bytes)};
  report.plot = {"Pairs by symmetric similarity",
                 {"similarity"},
                 {"pairs", true},
                 {curve_of(report.tables[0], 2, "variance"), curve_of(report.tables[0], 3, "sqrt"),
                  curve_of(report.tables[0], 4, "paper")}};
  if (pairs <= kMostPairs) {
    WHORL_ASSIGN_OR_RETURN(auto table, pair_by_pair(texts, progress));
    report.tables.push_back(std::move(table));
  }
  report.notes = {
      "Symmetric similarity is twice the paper's, so that equal signatures have 1. The paper's "
      "pairs are those of 2,591 RFCs; it leaves out the trivially identical ones.",
      "Similar pairs have at least 0.5, for two texts of the same size.",
      "Methods that compare each pair run if there are at most " + std::to_string(kMostPairs) +
          " of them."};
  report.skipped = texts.skipped;
  return report;
}

}  // namespace whorl::internal::lab
