// Finkel 2002 §3 and §4: how exact overlap, signature extraction, overlapping chunks and
// compression judge the same pairs.

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/parallel.h"
#include "base/sort_hashes.h"
#include "base/try.h"
#include "lab/cpu_clock.h"
#include "lab/experiments.h"
#include "lab/finkel_tables.h"
#include "lab/inputs.h"
#include "lab/lab.h"
#include "lab/mean.h"
#include "methods/pairs_file.h"
#include "methods/resolved.h"
#include "methods/sets.h"
#include "methods/texts.h"
#include "whorl/chunks.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::lab {
namespace {

// Finkel 2002 §3 and §4.3 on all pairs of a collection.

using methods::ResolvedMethod;
using DigestSet = std::vector<std::uint64_t>;
constexpr std::string_view kCullings[] = {"variance", "sqrt"};

// At most this many pairs, the methods below are compared too. They look at each pair.
constexpr std::uint64_t kMostPairs = 20'000;

constexpr std::string_view kByPairs[] = {
    "se:c=10",      "exact-overlap:k=45", "smallest-winnowed:k=30,w=16,s=1000000",
    "gzip:level=9", "bzip2:level=9",      "ppmd"};
constexpr std::uint64_t kSizes[] = {0, 100, 300, 1'000, 3'000, 10'000};

// Finkel 2002 §3: pairs from .9 on, from .8 on …, without the trivially identical ones.
constexpr std::uint64_t kPaperPairs[] = {5, 24, 30, 60, 87, 168, 301, 2046, 2865, 1083};

struct SignedText {
  DigestSet digests;         // sorted, each once
  std::uint64_t chunks = 0;  // before culling
  std::uint64_t words = 0;
};

struct SimilarPair {
  std::uint32_t a, b;
  double similarity;  // 2 x / (|A| + |B|)
};

// What one culling makes of all texts.
struct Extraction {
  std::vector<SignedText> texts;
  std::vector<SimilarPair> pairs;  // that share a digest
  double global = 0;               // mean share of a text's digests that any other text has
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

// The pairs of text b and those before it, as the paper compares: by one look at each digest.
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

// Texts of a size, what the cullings keep of them, and the pairs of half in common among them.
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

// The similarities of every pair by one method, and the most similar pair.
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

// How many pairs are how similar by signature extraction, what each culling keeps of short texts,
// and, of few texts, which pairs methods without signatures find.
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
      "Similar pairs are those of .5 and more, of two texts of the same size.",
      "Methods that look at each pair are asked where there are at most " +
          std::to_string(kMostPairs) + " of them."};
  report.skipped = texts.skipped;
  return report;
}

using methods::ResolvedMethod;

constexpr std::string_view kExact = "exact-overlap:k=45";
constexpr std::string_view kOverlapping = "overlapping:b=10";
// Of programs: chunks by syntax (Finkel 2002 §2.1), by each culling and none.
constexpr std::string_view kSyntax[] = {"se-paragraph",       "se-paragraph-sqrt",
                                        "se-paragraph-none",  "se-subroutine",
                                        "se-subroutine-sqrt", "se-subroutine-none"};
constexpr std::string_view kCompressors[] = {"gzip:level=9", "bzip2:level=9", "ppmd", "xz:level=6",
                                             "zstd:level=19"};

// The figures of every pair by one method, and what it kept of all texts.
struct Judged {
  std::vector<Figures> figures;
  std::uint64_t bytes = 0;
  double seconds = 0;
};

Result<Judged> judge(const methods::LabelledPairs& data, std::string_view name, Progress& progress,
                     std::string_view front_end = {}) {
  WHORL_ASSIGN_OR_RETURN(const auto method, ResolvedMethod::parse(name, front_end));
  Judged out;
  const CpuClock watch;
  std::vector<methods::Kept> kept;
  for (const methods::Text& text : data.texts) {
    WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    WHORL_ASSIGN_OR_RETURN(auto one, method.keep(text.bytes));
    out.bytes += one.bytes;
    kept.push_back(std::move(one));
  }
  for (const methods::LabelledPair& pair : data.pairs) {
    WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    WHORL_ASSIGN_OR_RETURN(auto figures, method.compare(kept[pair.a], kept[pair.b]));
    out.figures.push_back(figures);
  }
  out.seconds = watch.seconds();
  progress.advance(1);
  return out;
}

using Digests = std::vector<std::uint64_t>;

double share_in(const Digests& a, const Digests& b) {
  if (a.empty()) return 0;
  Digests both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return static_cast<double>(both.size()) / static_cast<double>(a.size());
}

// What signature extraction says of a pair under several draws of its hash function.
struct SampledShares {
  std::vector<double> a_in_b;
  std::vector<double> b_in_a;
};

Result<std::vector<SampledShares>> extract(const methods::LabelledPairs& data, std::uint64_t draws,
                                           Progress& progress) {
  std::vector<SampledShares> out(data.pairs.size());
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    WHORL_ASSIGN_OR_RETURN(
        const Recipe recipe,
        parse_recipe("words:se/breakpoint:c=10/variance/seed=" + std::to_string(seed)));
    std::vector<Digests> kept;
    for (const methods::Text& text : data.texts) {
      WHORL_RETURN_IF_ERROR(base::go_on(&progress));
      WHORL_ASSIGN_OR_RETURN(const auto set, whorl::chunks(text.bytes, recipe));
      Digests digests;
      for (const Chunk& chunk : set.chunks) digests.push_back(chunk.digest);
      base::sort_distinct(digests);
      kept.push_back(std::move(digests));
    }
    for (std::size_t i = 0; i < data.pairs.size(); ++i) {
      const methods::LabelledPair& pair = data.pairs[i];
      out[i].a_in_b.push_back(share_in(kept[pair.a], kept[pair.b]));
      out[i].b_in_a.push_back(share_in(kept[pair.b], kept[pair.a]));
    }
    progress.advance(1);
  }
  return out;
}

LabCell cell_of(const std::optional<Measure>& measure) {
  return measure ? LabCell(measure->value) : LabCell();
}

LabCell percent(std::optional<int> figure) { return figure ? LabCell(*figure / 100.0) : LabCell(); }

// The tables, pair by pair, with the paper's figures where it has the pair.
class Tables {
 public:
  explicit Tables(const methods::LabelledPairs& data) : data_(data) {}

  LabTable shares(std::string name, const Judged& judged,
                  std::array<std::optional<int>, 2> FinkelPair::*paper) const {
    LabTable table{
        std::move(name), {"a", "b", "a in b", "b in a", "paper a in b", "paper b in a"}, {}};
    for (std::size_t i = 0; i < data_.pairs.size(); ++i) {
      const Figures& figures = judged.figures[i];
      auto row = names(i);
      row.push_back(cell_of(figures.a_in_b));
      row.push_back(cell_of(figures.b_in_a));
      add_paper(i, paper, row);
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  LabTable signatures(const std::vector<SampledShares>& all) const {
    LabTable table{"signature extraction",
                   {"a", "b", "a in b", "least", "greatest", "b in a", "least b", "greatest b",
                    "paper a in b", "paper b in a"},
                   {}};
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto row = names(i);
      for (const auto* shares : {&all[i].a_in_b, &all[i].b_in_a}) {
        const auto [least, greatest] = std::ranges::minmax(*shares);
        row.insert(row.end(), {mean(*shares), least, greatest});
      }
      add_paper(i, &FinkelPair::signatures, row);
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  LabTable compression(const std::vector<Judged>& judged) const {
    LabTable table{"compression",
                   {"a", "b", "gzip", "bzip2", "ppmd", "xz", "zstd", "paper gzip", "paper bzip2",
                    "paper ppm*"},
                   {}};
    for (std::size_t i = 0; i < data_.pairs.size(); ++i) {
      auto row = names(i);
      for (const Judged& one : judged) row.push_back(cell_of(one.figures[i].both));
      const FinkelPair* paper = paper_of(i);
      for (std::size_t j = 0; j < 3; ++j) {
        row.push_back(paper == nullptr ? LabCell() : percent(paper->compression[j]));
      }
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  std::vector<LabCell> names(std::size_t i) const {
    return {data_.texts[data_.pairs[i].a].name, data_.texts[data_.pairs[i].b].name};
  }

 private:
  const FinkelPair* paper_of(std::size_t i) const {
    const methods::LabelledPair& pair = data_.pairs[i];
    return finkel_pair(data_.texts[pair.a].name, data_.texts[pair.b].name);
  }
  void add_paper(std::size_t i, std::array<std::optional<int>, 2> FinkelPair::*figures,
                 std::vector<LabCell>& row) const {
    const FinkelPair* paper = paper_of(i);
    for (std::size_t side = 0; side < 2; ++side) {
      row.push_back(paper == nullptr ? LabCell() : percent((paper->*figures)[side]));
    }
  }

  const methods::LabelledPairs& data_;
};

// The symmetric similarity of each pair by the methods that take its language.
Result<LabTable> programs(const methods::LabelledPairs& data, const Tables& tables,
                          std::string_view front_end, Progress& progress) {
  LabTable table{"syntax chunks", {"a", "b", "label"}, {}};
  for (std::size_t i = 0; i < data.pairs.size(); ++i) {
    table.rows.push_back(tables.names(i));
    table.rows.back().emplace_back(data.pairs[i].label);
  }
  for (const std::string_view name : kSyntax) {
    if (!ResolvedMethod::parse(name, front_end)) continue;
    WHORL_ASSIGN_OR_RETURN(const auto judged, judge(data, name, progress, front_end));
    table.columns.emplace_back(name);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      table.rows[i].push_back(cell_of(judged.figures[i].both));
    }
  }
  return table;
}

LabTable empty_costs() {
  return {"cost",
          {"method", "bytes kept", "share of the text", "CPU seconds", "paper KB", "paper seconds",
           "paper share"},
          {}};
}

void add_cost(std::string_view method, const Judged& judged, std::uint64_t bytes, LabTable& table) {
  std::vector<LabCell> row = {
      std::string(method), judged.bytes,
      static_cast<double>(judged.bytes) / static_cast<double>(std::max<std::uint64_t>(bytes, 1)),
      judged.seconds};
  const auto known = [](double figure) { return figure > 0 ? LabCell(figure) : LabCell(); };
  if (const FinkelCost* paper = finkel_cost(method)) {
    row.insert(row.end(), {known(paper->kilobytes), known(paper->seconds),
                           paper->share.empty() ? LabCell() : std::string(paper->share)});
  } else {
    row.resize(table.columns.size());
  }
  table.rows.push_back(std::move(row));
}

double by(double a, double b) { return b > 0 ? a / b : 0; }

// Table 2: how much more overlapping chunks take than signatures.
LabTable factors(const Judged& se, const Judged& overlapping) {
  const FinkelCost &paper_se = *finkel_cost("se"), &paper_ov = *finkel_cost("overlapping");
  return {"overlapping chunks by signatures",
          {"of", "factor", "paper"},
          {{"bytes kept", by(static_cast<double>(overlapping.bytes), static_cast<double>(se.bytes)),
            by(paper_ov.kilobytes, paper_se.kilobytes)},
           {"CPU seconds", by(overlapping.seconds, se.seconds),
            by(paper_ov.seconds, paper_se.seconds)}}};
}

std::vector<std::string> overlap_notes() {
  return {
      "Exact overlap is the share of a under common substrings of 45 letters and more, about 60 "
      "characters. The paper does not say how long its substrings are.",
      "Signature extraction drops most chunks, and which ones hangs on the hash function: its "
      "least and greatest are over the draws. Culling keeps chunks of about the median length. If "
      "the medians of two texts differ, it keeps chunks of other lengths of each, and little is "
      "shared.",
      "Kept are 8 bytes a digest, and by scam 4 more for its count. The paper's KB and shares are "
      "of its Perl databases, which also name the files of each digest; its seconds include "
      "writing "
      "and reading them. Here digests stay in memory, and most of the time goes to reading words, "
      "which each method does once.",
      "The paper's compressors are of 2001. Its Table 4 marks gzip's 0.04 and 0.03 with a star: "
      "gzip looks back 32 KB and forgets the first text before it reads the second."};
}

}  // namespace

Result<LabReport> overlap(const LabOptions& options, Progress& progress) try {
  WHORL_RETURN_IF_ERROR(check_positive("draws", options.draws));
  if (options.paths.empty()) {
    return fail(
        ErrorCode::invalid_argument,
        "name one file of pairs, e.g. whorl lab overlap labels/pairs.tsv, or texts of which "
        "all pairs are looked at");
  }
  const bool listed = options.paths.size() == 1 && options.paths.front().ends_with(".tsv");
  if (!listed) {
    WHORL_ASSIGN_OR_RETURN(const auto texts, texts_of(options, progress));
    return overlap_of_all(texts, options, progress);
  }
  WHORL_ASSIGN_OR_RETURN(const auto data, methods::read_pairs(options.paths.front(), progress));
  progress.phase("methods", options.draws + std::size(kCompressors) + 4);
  WHORL_ASSIGN_OR_RETURN(const auto exact, judge(data, kExact, progress));
  WHORL_ASSIGN_OR_RETURN(const auto se, judge(data, "se:c=10", progress));
  WHORL_ASSIGN_OR_RETURN(const auto overlapping, judge(data, kOverlapping, progress));
  WHORL_ASSIGN_OR_RETURN(const auto scam, judge(data, "scam", progress));
  WHORL_ASSIGN_OR_RETURN(const auto signatures, extract(data, options.draws, progress));
  std::vector<Judged> compressed;
  for (const std::string_view name : kCompressors) {
    WHORL_ASSIGN_OR_RETURN(auto judged, judge(data, name, progress));
    compressed.push_back(std::move(judged));
  }
  std::uint64_t bytes = 0;
  for (const methods::Text& text : data.texts) bytes += text.bytes.size();

  const Tables tables(data);
  LabReport report;
  report.experiment = "overlap";
  report.settings = {{"pairs", std::to_string(data.pairs.size())},
                     {"documents", std::to_string(data.texts.size())},
                     {"bytes", std::to_string(bytes)},
                     {"draws", std::to_string(options.draws)}};
  report.tables = {tables.shares("exact overlap", exact, &FinkelPair::mdr),
                   tables.signatures(signatures),
                   tables.shares("overlapping chunks", overlapping, &FinkelPair::overlapping),
                   tables.compression(compressed),
                   empty_costs(),
                   factors(se, overlapping)};
  LabTable& costs = report.tables[report.tables.size() - 2];
  add_cost("exact-overlap", exact, bytes, costs);
  add_cost("se", se, bytes, costs);
  add_cost("overlapping", overlapping, bytes, costs);
  add_cost("scam", scam, bytes, costs);
  if (options.front_end.starts_with("code:")) {
    WHORL_ASSIGN_OR_RETURN(auto table, programs(data, tables, options.front_end, progress));
    report.tables.push_back(std::move(table));
  }
  report.notes = overlap_notes();
  return report;
} catch (...) {
  return base::caught();
}

}  // namespace whorl::internal::lab
