// Schleimer 2003 §5.1: the share of k-grams that a selector keeps, and the longest run without one.
#include <algorithm>
#include <map>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/try.h"
#include "fingerprints/select/select.h"
#include "lab/experiments.h"
#include "lab/inputs.h"
#include "whorl/fingerprint.h"

namespace whorl::internal::lab {
namespace {

struct Count {
  std::uint64_t hashes = 0;
  std::uint64_t fingerprints = 0;
  std::uint64_t longest_run = 0;  // consecutive k-grams without a fingerprint
  std::string longest_in;
  // Counts by the highest byte of the hash.
  std::vector<std::uint64_t> buckets = std::vector<std::uint64_t>(256);
};

void add(const methods::Text& text, const Fingerprints& kept, std::uint64_t hashes, Count& count) {
  std::uint64_t free_from = 0, longest = 0;
  for (const std::uint32_t position : kept.position) {
    longest = std::max(longest, position - free_from);
    free_from = std::uint64_t{position} + 1;
  }
  longest = std::max(longest, hashes - free_from);
  if (longest > count.longest_run) {
    count.longest_run = longest;
    count.longest_in = text.name;
  }
  for (const std::uint64_t hash : kept.hash) ++count.buckets[hash >> 56];
  count.hashes += hashes;
  count.fingerprints += kept.size();
}

// Chi-square per degree of freedom: 1 if hashes are uniform, with a standard deviation of .09.
double chi_square_a_degree(const Count& count) {
  const double expected = static_cast<double>(count.fingerprints) / 256;
  double sum = 0;
  for (const std::uint64_t seen : count.buckets) {
    const double off = static_cast<double>(seen) - expected;
    sum += off * off;
  }
  return expected == 0 ? 0 : sum / expected / 255;
}

Result<Count> count_over(const methods::Texts& texts, const Recipe& recipe,
                         std::span<const std::uint64_t> hashes, Progress& progress) {
  Count count;
  for (std::size_t i = 0; i < texts.texts.size(); ++i) {
    WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    WHORL_ASSIGN_OR_RETURN(const auto kept, fingerprint(texts.texts[i].bytes, recipe));
    add(texts.texts[i], kept, hashes[i], count);
    progress.advance(1);
  }
  return count;
}

// The number of k-grams of each text. Winnowing with windows of one k-gram selects all of them.
Result<std::vector<std::uint64_t>> hashes_of(const methods::Texts& texts,
                                             const LabOptions& options) {
  WHORL_ASSIGN_OR_RETURN(const Recipe all, recipe_of(options, "winnow:w=1"));
  std::vector<std::uint64_t> out;
  for (const methods::Text& text : texts.texts) {
    WHORL_ASSIGN_OR_RETURN(const auto kept, fingerprint(text.bytes, all));
    out.push_back(kept.size());
  }
  return out;
}

struct Paper {
  double random, pages;
};

// Schleimer 2003: the first experiment, and Fig. 3.
const std::map<std::string, Paper, std::less<>> kPaperDensities = {
    {"winnow", {.019902, .019855}}, {"robust", {0, .019829}}, {"modp", {.020005, .019974}}};

LabCell figure_or_none(double figure) { return figure == 0 ? LabCell() : LabCell(figure); }

std::vector<LabCell> row_of(const std::string& selector, const Recipe& recipe, const Count& count) {
  const auto& row = *select::find_selector(recipe.selector.name);
  const double density = count.hashes == 0 ? 0
                                           : static_cast<double>(count.fingerprints) /
                                                 static_cast<double>(count.hashes);
  const auto paper = kPaperDensities.find(recipe.selector.name);
  const Paper figures = paper == kPaperDensities.end() ? Paper{} : paper->second;
  return {selector,
          count.fingerprints,
          density,
          figure_or_none(row.density(recipe.k, recipe.selector.args)),
          figure_or_none(figures.random),
          figure_or_none(figures.pages),
          count.longest_run,
          count.longest_in,
          chi_square_a_degree(count)};
}

// Whether the short grams of a mod-minimizer are the k-grams themselves (docs/methods.md).
bool is_plain_winnowing(const Recipe& recipe) {
  return recipe.selector.name == "modmin" &&
         recipe.k < recipe.selector.args[0] + recipe.selector.args[1];
}

std::vector<std::string> density_notes(const LabOptions& options) {
  const double w = options.window;
  return {
      "With independent hashes, no selector with windows of w has a density below (1.5 + 1/2w) / "
      "(w + 1) = " +
          std::to_string((1.5 + 1 / (2 * w)) / (w + 1)) +
          " (Theorem 1), and 2 / (w + 1) = " + std::to_string(2 / (w + 1)) + " was conjectured.",
      "Open-closed minimizers have a lower density than the conjecture, with the same guarantee. "
      "This is no contradiction. The theorem assumes one independent hash per k-gram; these "
      "selectors use the shorter grams inside, which neighbouring k-grams share.",
      "A run is a sequence of k-grams without a fingerprint. With a guarantee it has at most w - "
      "1. In the paper's pages the longest run of 0 mod 50 was 29,983."};
}

}  // namespace

Result<LabReport> density(const LabOptions& options, Progress& progress) try {
  WHORL_ASSIGN_OR_RETURN(const auto texts, texts_of(options, progress));
  WHORL_ASSIGN_OR_RETURN(const auto hashes, hashes_of(texts, options));
  LabReport report;
  report.experiment = "density";
  report.settings = {{"front end", front_end_of(options)},
                     {"k", std::to_string(noise_of(options))},
                     {"w", std::to_string(options.window)},
                     {"p", std::to_string(options.modulus)}};
  LabTable table{"density",
                 {"selector", "fingerprints", "density", "expected", "paper, random",
                  "paper, pages", "longest run", "in", "chi² / 255"},
                 {}};
  Count sums;
  report.notes = density_notes(options);
  const auto selectors = selectors_of(options);
  progress.phase("texts", selectors.size() * texts.texts.size());
  for (const std::string& selector : selectors) {
    WHORL_ASSIGN_OR_RETURN(const Recipe recipe, recipe_of(options, selector));
    WHORL_ASSIGN_OR_RETURN(sums, count_over(texts, recipe, hashes, progress));
    table.rows.push_back(row_of(selector, recipe, sums));
    if (is_plain_winnowing(recipe)) {
      report.notes.push_back(selector + " is winnow:w=" + std::to_string(options.window) +
                             " here: with k < w + r it orders whole k-grams.");
    }
  }
  std::uint64_t bytes = 0;
  for (const methods::Text& text : texts.texts) bytes += text.bytes.size();
  report.tables.push_back({"data",
                           {"texts", "bytes", "hashes"},
                           {{std::uint64_t{texts.texts.size()}, bytes, sums.hashes}}});
  report.tables.push_back(std::move(table));
  report.skipped = texts.skipped;
  return report;
} catch (...) {
  return base::caught();
}

}  // namespace whorl::internal::lab
