// Schleimer 2003 §5.2: the length at which common idioms end and copying begins.
#include <algorithm>
#include <array>
#include <random>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/sort_hashes.h"
#include "base/try.h"
#include "lab/experiments.h"
#include "lab/inputs.h"
#include "whorl/fingerprint.h"

namespace whorl::internal::lab {
namespace {

constexpr std::array<std::uint32_t, 14> kNoises = {4,  6,  8,  10, 12, 16,  20,
                                                   24, 32, 48, 64, 96, 128, 192};
constexpr std::uint64_t kPairsATrial = 10;
constexpr double kFewPairs = .05;

using ShingleHashes = std::vector<std::uint64_t>;
using Pair = std::pair<std::size_t, std::size_t>;

// `wanted` different pairs of texts, or all pairs if there are not more.
std::vector<Pair> drawn_pairs(std::size_t texts, std::uint64_t wanted, std::uint64_t seed) {
  std::vector<Pair> pairs;
  if (texts * (texts - 1) / 2 <= wanted) {
    for (std::size_t b = 1; b < texts; ++b) {
      for (std::size_t a = 0; a < b; ++a) pairs.emplace_back(a, b);
    }
    return pairs;
  }
  std::mt19937_64 random(seed);
  while (pairs.size() < wanted) {
    const std::size_t a = random() % texts, b = random() % texts;
    if (a != b) pairs.emplace_back(std::minmax(a, b));
    if (pairs.size() == wanted) base::sort_distinct(pairs);
  }
  return pairs;
}

// The distinct k-grams of each text, sorted.
Result<std::vector<ShingleHashes>> kgrams_of(const methods::Texts& texts, const Recipe& recipe,
                                             Progress& progress) {
  std::vector<ShingleHashes> out;
  for (const methods::Text& text : texts.texts) {
    WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    WHORL_ASSIGN_OR_RETURN(auto found, fingerprint(text.bytes, recipe));
    base::sort_distinct(found.hash);
    out.push_back(std::move(found.hash));
    progress.advance(1);
  }
  return out;
}

// All k-grams of the texts that everybody was given.
ShingleHashes united(const std::vector<ShingleHashes>& given) {
  ShingleHashes out;
  for (const ShingleHashes& kgrams : given) out.insert(out.end(), kgrams.begin(), kgrams.end());
  base::sort_distinct(out);
  return out;
}

void leave_out(const ShingleHashes& given, std::vector<ShingleHashes>& texts) {
  if (given.empty()) return;
  for (ShingleHashes& kgrams : texts) {
    std::erase_if(kgrams, [&](auto hash) { return std::ranges::binary_search(given, hash); });
  }
}

std::size_t shared(const ShingleHashes& a, const ShingleHashes& b) {
  std::size_t both = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    both += *x == *y ? 1 : 0;
    const bool forth = *x <= *y, back = *y <= *x;
    x += forth ? 1 : 0;
    y += back ? 1 : 0;
  }
  return both;
}

// What pairs share for one k.
struct Shares {
  std::uint64_t compared = 0;  // pairs in which both texts have a k-gram
  double any = 0;              // share of these pairs with a k-gram in common
  double mean = 0;  // mean share of the smaller text's k-grams that the other text contains
};

Shares shares_of(const std::vector<ShingleHashes>& texts, const std::vector<Pair>& pairs) {
  Shares out;
  for (const auto& [a, b] : pairs) {
    const std::size_t smaller = std::min(texts[a].size(), texts[b].size());
    if (smaller == 0) continue;
    const std::size_t both = shared(texts[a], texts[b]);
    ++out.compared;
    out.any += both > 0 ? 1 : 0;
    out.mean += static_cast<double>(both) / static_cast<double>(smaller);
  }
  if (out.compared == 0) return out;
  out.any /= static_cast<double>(out.compared);
  out.mean /= static_cast<double>(out.compared);
  return out;
}

std::string where_few_share(std::uint32_t k) {
  return k == 0 ? "With every k tried, at least 5 % of the pairs share a k-gram: these texts share "
                  "long runs, or are too similar to distinguish idiom from copying by length alone."
                : "From k = " + std::to_string(k) +
                      " on, fewer than 5 % of the pairs share a k-gram: the remaining matches are "
                      "seldom by chance.";
}

}  // namespace

Result<LabReport> threshold(const LabOptions& options, Progress& progress) try {
  if (options.k) {
    return fail(ErrorCode::invalid_argument,
                "threshold tries several values of k: do not give one");
  }
  WHORL_ASSIGN_OR_RETURN(const auto texts, texts_of(options, progress));
  if (texts.texts.size() < 2) {
    return fail(ErrorCode::invalid_argument,
                "name two texts or more, e.g. whorl lab threshold hw/");
  }
  methods::Texts given;
  if (!options.base.empty()) {
    LabOptions of_base;
    of_base.paths = options.base;
    WHORL_ASSIGN_OR_RETURN(given, texts_of(of_base, progress));
  }
  const auto pairs = drawn_pairs(texts.texts.size(), options.trials * kPairsATrial, options.seed);
  progress.phase("texts", kNoises.size() * (texts.texts.size() + given.texts.size()));
  LabTable table{"shared by k", {"k", "pairs", "share of pairs", "share of k-grams"}, {}};
  LabSeries any{"pairs that share one", {}}, mean{"k-grams that are shared", {}};
  std::uint32_t few = 0;
  for (const std::uint32_t k : kNoises) {
    LabOptions at = options;
    at.k = k;
    WHORL_ASSIGN_OR_RETURN(const Recipe recipe, recipe_of(at, "winnow:w=1"));
    WHORL_ASSIGN_OR_RETURN(auto kgrams, kgrams_of(texts, recipe, progress));
    WHORL_ASSIGN_OR_RETURN(const auto known, kgrams_of(given, recipe, progress));
    leave_out(united(known), kgrams);
    const Shares shares = shares_of(kgrams, pairs);
    if (shares.compared == 0) break;
    table.rows.push_back({std::uint64_t{k}, shares.compared, shares.any, shares.mean});
    any.points.emplace_back(k, shares.any);
    mean.points.emplace_back(k, shares.mean);
    if (few == 0 && shares.any < kFewPairs) few = k;
  }
  LabReport report;
  report.experiment = "threshold";
  report.settings = {{"front end", front_end_of(options)},
                     {"texts", std::to_string(texts.texts.size())},
                     {"pairs", std::to_string(pairs.size())}};
  if (!given.texts.empty()) {
    report.settings.emplace_back("base", std::to_string(given.texts.size()));
  }
  report.tables = {std::move(table)};
  report.notes = {
      "If unrelated texts share idiom and a few are copies, the shares first fall steeply with k "
      "and then stay level. Choose a noise threshold after the fall.",
      where_few_share(few)};
  report.plot = {
      "What texts share, by k", {"k", true}, {"share", false}, {std::move(any), std::move(mean)}};
  report.skipped = texts.skipped;
  report.skipped.insert(report.skipped.end(), given.skipped.begin(), given.skipped.end());
  return report;
} catch (...) {
  return base::caught();
}

}  // namespace whorl::internal::lab
