// Schleimer 2003 §5.1, Fig. 4.
#include "lab/frequency.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/try.h"
#include "lab/experiments.h"
#include "lab/inputs.h"
#include "tokens/front_ends.h"
#include "tokens/memory_text.h"
#include "whorl/fingerprint.h"

namespace whorl::internal::lab {

std::vector<Plateau> plateaus_of(std::vector<std::uint64_t>& hashes) {
  std::ranges::sort(hashes);
  std::map<std::uint64_t, std::uint64_t, std::greater<>> distinct;
  for (auto at = hashes.begin(); at != hashes.end();) {
    const auto next = std::upper_bound(at, hashes.end(), *at);
    ++distinct[static_cast<std::uint64_t>(next - at)];
    at = next;
  }
  std::vector<Plateau> out;
  for (const auto& [frequency, count] : distinct) out.push_back({frequency, count});
  return out;
}

std::vector<std::pair<double, double>> endpoints_of(const std::vector<Plateau>& plateaus) {
  std::vector<std::pair<double, double>> out;
  std::uint64_t rank = 1;
  for (const Plateau& plateau : plateaus) {
    const auto frequency = static_cast<double>(plateau.frequency);
    out.emplace_back(static_cast<double>(rank), frequency);
    rank += plateau.hashes;
    out.emplace_back(static_cast<double>(rank - 1), frequency);
  }
  return out;
}

namespace {

// The least-squares line through the logarithms of points.
struct Line {
  double slope = 0;
  double at_rank_1 = 0;

  double distance_of(const std::pair<double, double>& point) const {
    return std::abs(std::log(point.second) - at_rank_1 - slope * std::log(point.first));
  }
};

Line line_through(const std::vector<std::pair<double, double>>& points) {
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [rank, frequency] : points) {
    x += std::log(rank);
    y += std::log(frequency);
    xx += std::log(rank) * std::log(rank);
    xy += std::log(rank) * std::log(frequency);
  }
  const auto n = static_cast<double>(points.size());
  const double spread = n * xx - x * x;
  Line line;
  if (spread > 1e-9) line.slope = (n * xy - x * y) / spread;
  if (n > 0) line.at_rank_1 = (y - line.slope * x) / n;
  return line;
}

}  // namespace

double log_slope(const std::vector<std::pair<double, double>>& points) {
  return line_through(points).slope;
}

std::vector<std::pair<double, double>> cleaned(std::vector<std::pair<double, double>> endpoints) {
  if (endpoints.size() <= 4) return endpoints;
  const Line line = line_through(endpoints);
  std::ptrdiff_t farthest = 0;
  double most = -1;
  for (std::size_t i = 0; i + 1 < endpoints.size(); i += 2) {
    const double far = line.distance_of(endpoints[i]) + line.distance_of(endpoints[i + 1]);
    if (far <= most) continue;
    most = far;
    farthest = static_cast<std::ptrdiff_t>(i);
  }
  endpoints.erase(endpoints.begin() + farthest, endpoints.begin() + farthest + 2);
  return endpoints;
}

namespace {

constexpr std::size_t kCommonest = 10;

// The hashes that a recipe selects from all texts.
Result<std::vector<std::uint64_t>> hashes_of(const methods::Texts& texts, const Recipe& recipe,
                                             Progress& progress) {
  std::vector<std::uint64_t> out;
  for (const methods::Text& text : texts.texts) {
    WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    WHORL_ASSIGN_OR_RETURN(const auto kept, fingerprint(text.bytes, recipe));
    out.insert(out.end(), kept.hash.begin(), kept.hash.end());
    progress.advance(1);
  }
  return out;
}

double share_of(const std::vector<Plateau>& plateaus, std::uint64_t frequency) {
  double all = 0, asked = 0;
  for (const Plateau& plateau : plateaus) {
    all += static_cast<double>(plateau.hashes);
    if (plateau.frequency == frequency) asked += static_cast<double>(plateau.hashes);
  }
  return all == 0 ? 0 : asked / all;
}

std::vector<LabCell> row_of(const std::string& name, const std::vector<Plateau>& plateaus) {
  std::uint64_t distinct = 0;
  for (const Plateau& plateau : plateaus) distinct += plateau.hashes;
  return {name,
          distinct,
          share_of(plateaus, 1),
          share_of(plateaus, 2),
          share_of(plateaus, 3),
          plateaus.empty() ? 0 : plateaus.front().frequency,
          log_slope(endpoints_of(plateaus)),
          log_slope(cleaned(endpoints_of(plateaus)))};
}

using Common = std::pair<std::uint64_t, std::uint64_t>;  // its count, and the hash

// The commonest of sorted hashes.
std::vector<Common> commonest(const std::vector<std::uint64_t>& sorted) {
  std::vector<Common> all;
  for (auto at = sorted.begin(); at != sorted.end();) {
    const auto next = std::upper_bound(at, sorted.end(), *at);
    all.emplace_back(next - at, *at);
    std::ranges::push_heap(all, std::greater());
    if (all.size() > kCommonest) {
      std::ranges::pop_heap(all, std::greater());
      all.pop_back();
    }
    at = next;
  }
  std::ranges::sort(all, std::greater());
  return all;
}

Result<std::string> written(const methods::Text& text, const Recipe& recipe,
                            std::uint32_t position) {
  const auto& row = *tokens::find_front_end(recipe.front_end);
  WHORL_ASSIGN_OR_RETURN(const auto canon,
                         tokens::MemoryText::canonicalize(row, recipe.argument, text.bytes));
  const ByteRange bytes = canon.origin.bytes(position, position + recipe.k);
  return text.bytes.substr(bytes.begin, bytes.end - bytes.begin);
}

struct Spelled {
  std::string text;  // as the first occurrence is written
  std::uint64_t texts = 0;
};

Result<std::map<std::uint64_t, Spelled>> as_text(const methods::Texts& texts, const Recipe& recipe,
                                                 const std::vector<Common>& wanted) {
  std::map<std::uint64_t, Spelled> out;
  for (const methods::Text& text : texts.texts) {
    WHORL_ASSIGN_OR_RETURN(const auto all, fingerprint(text.bytes, recipe));
    for (const auto& [frequency, hash] : wanted) {
      const auto at = std::ranges::find(all.hash, hash);
      if (at == all.hash.end()) continue;
      Spelled& spelled = out[hash];
      if (spelled.texts++ > 0) continue;
      const std::uint32_t position = all.position[static_cast<std::size_t>(at - all.hash.begin())];
      WHORL_ASSIGN_OR_RETURN(spelled.text, written(text, recipe, position));
    }
  }
  return out;
}

Result<LabTable> commonest_table(std::string name, const methods::Texts& texts,
                                 const Recipe& recipe, const std::vector<std::uint64_t>& sorted) {
  const std::vector<Common> common = commonest(sorted);
  WHORL_ASSIGN_OR_RETURN(const auto spellings, as_text(texts, recipe, common));
  LabTable table{std::move(name), {"times", "texts", "k-gram"}, {}};
  for (const auto& [frequency, hash] : common) {
    const Spelled& spelled = spellings.at(hash);
    table.rows.push_back({frequency, spelled.texts, spelled.text});
  }
  return table;
}

}  // namespace

Result<LabReport> frequency(const LabOptions& options, Progress& progress) try {
  WHORL_ASSIGN_OR_RETURN(const auto texts, texts_of(options, progress));
  const std::string winnow = "winnow:w=" + std::to_string(options.window);
  WHORL_ASSIGN_OR_RETURN(const Recipe all, recipe_of(options, "winnow:w=1"));
  WHORL_ASSIGN_OR_RETURN(const Recipe winnowed, recipe_of(options, winnow));
  progress.phase("texts", 2 * texts.texts.size());
  WHORL_ASSIGN_OR_RETURN(auto hashes, hashes_of(texts, all, progress));
  WHORL_ASSIGN_OR_RETURN(auto kept, hashes_of(texts, winnowed, progress));
  const auto of_all = plateaus_of(hashes), of_kept = plateaus_of(kept);
  LabReport report;
  report.experiment = "frequency";
  report.settings = {{"front end", front_end_of(options)},
                     {"k", std::to_string(noise_of(options))},
                     {"w", std::to_string(options.window)}};
  report.tables.push_back(
      {"frequency",
       {"k-grams", "distinct", "once", "twice", "three times", "most", "slope", "slope, cleaned"},
       {row_of("all", of_all),
        row_of(winnow, of_kept),
        {"paper, winnowed", {}, .82, .14, .02, std::uint64_t{3270}, {}, -.7}}});
  WHORL_ASSIGN_OR_RETURN(auto common, commonest_table("commonest", texts, all, hashes));
  WHORL_ASSIGN_OR_RETURN(auto selected,
                         commonest_table("commonest, winnowed", texts, winnowed, kept));
  report.tables.push_back(std::move(common));
  report.tables.push_back(std::move(selected));
  report.notes = {
      "Shares count distinct k-grams. The slope is that of the line through the ends of all "
      "plateaus in the log-log plot of rank and frequency. The paper omitted an outlying "
      "plateau; \"cleaned\" omits the plateau farthest from the line.",
      "The most frequent k-grams often come from one passage, shifted by one symbol. Winnowed ones "
      "come from different passages, or from distant parts of one.",
      "The paper's values are for 20,000 pages with k = 50 and w = 100."};
  report.plot = {"Frequency by rank",
                 {"rank", true},
                 {"frequency", true},
                 {{"all k-grams", endpoints_of(of_all)},
                  {"all k-grams, cleaned", cleaned(endpoints_of(of_all))},
                  {winnow, endpoints_of(of_kept)},
                  {winnow + ", cleaned", cleaned(endpoints_of(of_kept))}}};
  report.skipped = texts.skipped;
  return report;
} catch (...) {
  return base::caught();
}

}  // namespace whorl::internal::lab
