// Schleimer 2003 §3 and §3.1.1: which planted matches a selector finds, by their length.
#include <algorithm>
#include <cmath>
#include <set>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/try.h"
#include "lab/experiments.h"
#include "lab/inputs.h"
#include "whorl/fingerprint.h"

namespace whorl::internal::lab {
namespace {

constexpr std::uint64_t kCopied = 19'990;  // letters of the text that is copied whole
constexpr std::uint64_t kParts = 10;       // number of parts into which it is cut
constexpr std::size_t kLengthSteps = 10;   // lengths between k and t
constexpr std::uint64_t kShifts = 97;  // positions where a match begins, over more than one window

// The planted part of a text.
struct Planted {
  std::string text;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

using FoundHashes = std::set<std::uint64_t>;

// The fingerprints of k-grams inside the planted part.
Result<FoundHashes> found_in(const Planted& planted, const Recipe& recipe) {
  WHORL_ASSIGN_OR_RETURN(const auto kept, fingerprint(planted.text, recipe));
  FoundHashes out;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const bool inside =
        kept.position[i] >= planted.begin && kept.position[i] + recipe.k <= planted.end;
    if (inside) out.insert(kept.hash[i]);
  }
  return out;
}

bool share_any(const FoundHashes& a, const FoundHashes& b) {
  return std::ranges::any_of(a, [&](std::uint64_t hash) { return b.contains(hash); });
}

// Plants one string in texts that share nothing else.
class Planter {
 public:
  Planter(const LabOptions& options, std::uint64_t reach) : seed_(options.seed), reach_(reach) {}

  std::pair<Planted, Planted> plant(std::uint64_t length) {
    const std::string shared = letters(length);
    return {around(shared), around(shared)};
  }

 private:
  std::string letters(std::uint64_t count) { return random_letters(count, seed_ += 0x9e3779b9); }

  // Between random text that extends beyond the windows that contain the planted string.
  Planted around(const std::string& shared) {
    Planted out;
    out.begin = reach_ + seed_ % kShifts;
    out.end = out.begin + shared.size();
    out.text = letters(out.begin) + shared + letters(reach_);
    return out;
  }

  std::uint64_t seed_;
  std::uint64_t reach_;
};

Result<double> detected(const LabOptions& options, const Recipe& recipe, std::uint64_t length) {
  Planter planter(options, 2 * (std::uint64_t{options.window} + recipe.k));
  std::uint32_t found = 0;
  for (std::uint32_t trial = 0; trial < options.trials; ++trial) {
    const auto [a, b] = planter.plant(length);
    WHORL_ASSIGN_OR_RETURN(const FoundHashes of_a, found_in(a, recipe));
    WHORL_ASSIGN_OR_RETURN(const FoundHashes of_b, found_in(b, recipe));
    found += share_any(of_a, of_b);
  }
  return static_cast<double>(found) / options.trials;
}

// Lengths near k and t, and evenly between.
std::vector<std::uint64_t> lengths_of(const LabOptions& options) {
  const std::uint64_t k = noise_of(options), t = k + options.window - 1;
  std::set<std::uint64_t> lengths = {k, k + 1, t, t + 1, t + options.window / 2};
  if (k > 1) lengths.insert(k - 1);
  if (t > k) lengths.insert(t - 1);
  for (std::size_t i = 1; i < kLengthSteps; ++i) lengths.insert(k + (t - k) * i / kLengthSteps);
  return {lengths.begin(), lengths.end()};
}

// The parts of a text in reverse order.
std::string turned(const std::string& text) {
  constexpr std::uint64_t kLength = kCopied / kParts;
  std::string out;
  for (std::uint64_t part = kParts; part > 0; --part) {
    out += text.substr((part - 1) * kLength, kLength);
  }
  return out;
}

// Takes the fingerprints inside the parts of `text` that `other` has, as far as no window includes
// text around the part. Returns the share that `other` has too.
Result<double> share_amid(const std::string& text, const std::string& other, const Recipe& recipe,
                          std::uint64_t window) {
  constexpr std::uint64_t kLength = kCopied / kParts;
  const std::uint64_t reach = window + recipe.k;
  WHORL_ASSIGN_OR_RETURN(const auto kept, fingerprint(text, recipe));
  WHORL_ASSIGN_OR_RETURN(const FoundHashes there, found_in({other, 0, other.size()}, recipe));
  std::uint64_t amid = 0, found = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const std::uint64_t at = kept.position[i] % kLength;
    const bool stays = kept.position[i] - at + kLength <= other.size();
    if (!stays || at < reach || at + reach > kLength) continue;
    ++amid;
    found += there.contains(kept.hash[i]);
  }
  return amid == 0 ? 0 : static_cast<double>(found) / static_cast<double>(amid);
}

// The share of a copy's fingerprints that the original has, for the whole copy and after one
// additional letter.
Result<std::vector<LabCell>> copied(const LabOptions& options, const std::string& selector) {
  WHORL_ASSIGN_OR_RETURN(const Recipe recipe, recipe_of(options, selector));
  const std::string text = random_letters(kCopied, options.seed);
  WHORL_ASSIGN_OR_RETURN(const FoundHashes original, found_in({text, 0, text.size()}, recipe));
  const auto share_of = [&](const std::string& copy) -> Result<double> {
    WHORL_ASSIGN_OR_RETURN(const FoundHashes hashes, found_in({copy, 0, copy.size()}, recipe));
    const auto shared =
        std::ranges::count_if(hashes, [&](std::uint64_t hash) { return original.contains(hash); });
    return hashes.empty() ? 0 : static_cast<double>(shared) / static_cast<double>(hashes.size());
  };
  WHORL_ASSIGN_OR_RETURN(const double whole, share_of(text));
  WHORL_ASSIGN_OR_RETURN(const double moved, share_of("x" + text));
  std::vector<LabCell> row = {selector, whole, moved};
  for (const std::string& other : {turned(text), text.substr(0, kCopied / 2),
                                   text + random_letters(kCopied, options.seed + 1)}) {
    WHORL_ASSIGN_OR_RETURN(const double kept, share_amid(text, other, recipe, options.window));
    row.emplace_back(kept);
  }
  return row;
}

Result<LabTable> planted_table(const LabOptions& options, LabPlot& plot, Progress& progress) {
  LabTable table{"detected", {"length"}, {}};
  for (const std::uint64_t length : lengths_of(options)) table.rows.push_back({length});
  const auto selectors = selectors_of(options);
  progress.phase("lengths", selectors.size() * table.rows.size());
  for (const std::string& selector : selectors) {
    WHORL_ASSIGN_OR_RETURN(const Recipe recipe, recipe_of(options, selector));
    table.columns.push_back(selector);
    LabSeries& series = plot.series.emplace_back();
    series.name = selector;
    for (auto& row : table.rows) {
      WHORL_RETURN_IF_ERROR(base::go_on(&progress));
      const std::uint64_t length = std::get<std::uint64_t>(row.front());
      WHORL_ASSIGN_OR_RETURN(const double share, detected(options, recipe, length));
      row.emplace_back(share);
      series.points.emplace_back(static_cast<double>(length), share);
      progress.advance(1);
    }
  }
  return table;
}

std::vector<std::string> guarantee_notes(const LabOptions& options) {
  const std::uint64_t k = noise_of(options), t = k + options.window - 1;
  const double missed = std::pow(1 - 1 / static_cast<double>(options.modulus), options.window);
  return {"k = " + std::to_string(k) + ", t = w + k - 1 = " + std::to_string(t) +
              ". Matches shorter than k are never found. A selector with a guarantee finds all "
              "matches of at least t.",
          "0 mod p misses a match of t letters with a chance of (1 - 1/p)^w = " +
              std::to_string(missed) +
              ". At the density of winnowing, p = (w + 1) / 2, this approaches e^-2 = 13.5 % for "
              "large w.",
          "every:i finds a copy only if its offset is a multiple of i: one more letter in front, "
          "and only matches by chance remain.",
          "Copies have 19,990 letters in ten parts. The parts are reversed in order, cut off after "
          "half, or followed by as many other letters. Inner fingerprints of a part share no "
          "window with text outside of it. Robust winnowing looks further back, and may select "
          "another fingerprint there (Schleimer 2003 §2.1, position independence)."};
}

}  // namespace

Result<LabReport> guarantee(const LabOptions& options, Progress& progress) try {
  WHORL_RETURN_IF_ERROR(check_positive("trials", options.trials));
  if (!options.paths.empty() || options.random > 0) {
    return fail(ErrorCode::invalid_argument,
                "guarantee plants matches in random letters; it takes no inputs");
  }
  LabReport report;
  report.experiment = "guarantee";
  report.settings = {{"k", std::to_string(noise_of(options))},
                     {"w", std::to_string(options.window)},
                     {"p", std::to_string(options.modulus)},
                     {"trials", std::to_string(options.trials)}};
  LabPlot plot{"Planted matches that are found", {"letters"}, {"share found"}, {}};
  WHORL_ASSIGN_OR_RETURN(auto table, planted_table(options, plot, progress));
  report.tables.push_back(std::move(table));
  LabTable copies{"copies",
                  {"selector", "a copy", "after one letter more", "amid parts in another order",
                   "amid what is left of it", "amid it in a longer text"},
                  {}};
  for (const std::string& selector : selectors_of(options)) {
    WHORL_ASSIGN_OR_RETURN(auto row, copied(options, selector));
    copies.rows.push_back(std::move(row));
  }
  report.tables.push_back(std::move(copies));
  report.notes = guarantee_notes(options);
  report.plot = std::move(plot);
  return report;
} catch (...) {
  return base::caught();
}

}  // namespace whorl::internal::lab
