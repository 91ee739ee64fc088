// Finkel 2002 §3 and §4: compares exact overlap, signature extraction, overlapping chunks and
// compression on the same pairs.

#include <algorithm>
#include <array>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/sort_hashes.h"
#include "base/try.h"
#include "lab/cpu_clock.h"
#include "lab/experiments.h"
#include "lab/finkel_tables.h"
#include "lab/inputs.h"
#include "lab/lab.h"
#include "lab/mean.h"
#include "lab/overlap_of_all.h"
#include "methods/pairs_file.h"
#include "methods/resolved.h"
#include "methods/sets.h"
#include "methods/texts.h"
#include "whorl/chunks.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::lab {
namespace {

using methods::ResolvedMethod;

constexpr std::string_view kExact = "exact-overlap:k=45";
constexpr std::string_view kOverlapping = "overlapping:b=10";
// For programs: chunks by syntax (Finkel 2002 §2.1), with each culling and without.
constexpr std::string_view kSyntax[] = {"se-paragraph",       "se-paragraph-sqrt",
                                        "se-paragraph-none",  "se-subroutine",
                                        "se-subroutine-sqrt", "se-subroutine-none"};
constexpr std::string_view kCompressors[] = {"gzip:level=9", "bzip2:level=9", "ppmd", "xz:level=6",
                                             "zstd:level=19"};

// The results of one method for every pair, and the data that it kept of all texts.
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

// The results of signature extraction for a pair, with several random hash functions.
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

// The tables, pair by pair, with the paper's values if it has the pair.
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

// The symmetric similarity of each pair by the methods that support its language.
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

// Table 2: how much more memory overlapping chunks need than signatures.
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
      "Exact overlap is the share of text a inside common substrings of at least 45 letters (about "
      "60 characters). The paper does not say how long its substrings are.",
      "Signature extraction drops most chunks, depending on the hash function; the table shows the "
      "range over several hash functions. Culling keeps chunks of about the median length. If the "
      "medians of two texts differ, it keeps chunks of different lengths, and few are shared.",
      "whorl stores 8 bytes per digest; SCAM needs 4 more for the count. The paper's KB and shares "
      "are of its Perl databases, which also name the files of each digest; its seconds include "
      "writing and reading them. Here digests stay in memory, and most of the time goes to reading "
      "words, which each method does once.",
      "The paper's compressors are from 2001. Its Table 4 marks gzip's 0.04 and 0.03 with a star: "
      "gzip looks back 32 KB, which is less than the first text."};
}

}  // namespace

Result<LabReport> overlap(const LabOptions& options, Progress& progress) try {
  WHORL_RETURN_IF_ERROR(check_positive("draws", options.draws));
  if (options.paths.empty()) {
    return fail(ErrorCode::invalid_argument,
                "name one file of pairs, e.g. whorl lab overlap labels/pairs.tsv, or texts to "
                "compare in all pairs");
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
