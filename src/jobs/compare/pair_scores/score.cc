#include "jobs/compare/pair_scores/score.h"

#include <algorithm>
#include <cmath>

namespace whorl::internal::compare::pair_scores {
namespace {

// Up to this weight, of 150 tokens, a submission may contain only idiom; from 200 tokens on it has
// original parts.
constexpr double kLittle = 750;
constexpr double kEnough = 1000;
constexpr double kDoubt = 2;

// Up to this weight, of 35 tokens, names are half of the information in a submission, so a changed
// one costs half a symbol; from 45 tokens on other parts count more.
constexpr double kFew = 175;
constexpr double kMore = 225;
constexpr double kPriceOfNameAmongFew = 0.5;

// The maximum worth of one passage of prose, and the weight at which it is worth half of that: a
// paragraph of 70 words.
constexpr double kWorthOfPassage = 0.5;
constexpr double kParagraph = 350;

// A larger side offers more to match: the doublings beyond four times the smaller side. A parabola
// makes this grow smoothly from 1.5 times on, and joins the straight line at 10.7 times.
double one_sidedness(double smaller, double larger) {
  static const double kBegin = std::log2(1.5);
  constexpr double kLine = 2;
  const double width = kLine - kBegin;
  const double doublings = std::log2(larger / smaller);
  if (doublings > kLine + width) return doublings - kLine;
  const double beyond = std::max(0.0, doublings - kBegin);
  return beyond * beyond / (4 * width);
}

// Idiom leaves at least this part of the smaller side without a match of equal spelling.
constexpr double kSpelledOtherwise = 0.25;

// The part of one-sidedness that counts: none if the other side has all of the smaller one with
// equal names and literals.
double share_of_idiom(const PairCounts& counts, double smaller) {
  if (counts.spelled == 0) return 1;
  const auto changed = static_cast<double>(counts.changed_names + counts.changed_literals);
  const double same = (1 - changed / static_cast<double>(counts.spelled)) *
                      static_cast<double>(counts.matched) / smaller;
  return std::clamp((1 - same) / kSpelledOtherwise, 0.0, 1.0);
}

// The maximum worth of names alone: if the other side has all of them.
constexpr double kWorthOfNames = 0.9;

// Names of less than 12 bits together, one in 4,096, are too few as evidence; their share is then
// of 12 bits.
constexpr double kBitsEnough = 12;

// A few rare names may be common by chance; eight or more count fully.
double share_of_enough_names(std::uint32_t count) {
  constexpr double kFewNames = 3, kEnoughNames = 8;
  return std::clamp((count - kFewNames) / (kEnoughNames - kFewNames), 0.0, 1.0);
}

double worth_of_passage(double weight) { return kWorthOfPassage * weight / (kParagraph + weight); }

double price_of_name(double smaller) {
  const double few = std::clamp((kMore - smaller) / (kMore - kFew), 0.0, 1.0);
  return kPriceOfName + few * (kPriceOfNameAmongFew - kPriceOfName);
}

// The power to which the share is raised.
double doubt(double smaller, double one_sidedness) {
  const double little = std::clamp((kEnough - smaller) / (kEnough - kLittle), 0.0, 1.0);
  return 1 + kDoubt * one_sidedness * little;
}

// A large file also has many names. If it is more than four times the smaller side, and soon
// completely, names count only as far as the smaller side is found in it.
double worth_of(const SharedNames& names, double one_sidedness, double found) {
  const double most = (share_of_names(names) - kFewestNames) / (1 - kFewestNames);
  return kWorthOfNames * share_of_enough_names(names.count) * std::max(0.0, most) *
         std::max(found, 1 - one_sidedness);
}

}  // namespace

void set_measures(const PairCounts& counts, Pair& pair) {
  for (const PairMeasure& row : whorl::measures()) row.field.set(row.value(counts), pair);
}

double rank_value(std::span<const PairMeasure> rows, const Pair& pair) {
  double value = 0;
  for (const PairMeasure& row : rows) value = std::max(value, row.field.get(pair));
  return value;
}

double rank_bound(std::span<const PairMeasure> rows, const PairLimits& limits) {
  double bound = 0;
  for (const PairMeasure& row : rows) bound = std::max(bound, row.bound(limits));
  return bound;
}

double share_of_names(const SharedNames& names) {
  return share(names.common, std::max(names.fewer, kBitsEnough));
}

double worth_of_names(const SharedNames& names, std::uint64_t weight_a, std::uint64_t weight_b) {
  if (weight_a == 0 || weight_b == 0) return 0;
  const auto [smaller, larger] = std::minmax(weight_a, weight_b);
  return worth_of(names, one_sidedness(static_cast<double>(smaller), static_cast<double>(larger)),
                  0);
}

double score(const PairCounts& counts) {
  const auto [smaller, larger] =
      std::minmax({static_cast<double>(counts.weight_a), static_cast<double>(counts.weight_b)});
  if (smaller == 0) return counts.identical ? 1 : 0;
  const double doublings = one_sidedness(smaller, larger) * share_of_idiom(counts, smaller);
  const double price =
      kPriceOfLiteral * static_cast<double>(counts.changed_literals) +
      price_of_name(smaller) * static_cast<double>(counts.changed_names) +
      (counts.identical ? 0 : static_cast<double>(counts.breaks)) +
      doublings * (static_cast<double>(counts.tiles) +
                   kPriceOfNameInRow * static_cast<double>(counts.changed_in_rows));
  const double part = std::clamp((static_cast<double>(counts.matched) - price) / smaller, 0.0, 1.0);
  const double power = doubt(smaller, doublings);
  const double found = power == 1 ? part : std::pow(part, power);
  const double named = found + (1 - found) * worth_of(counts.names, doublings, found);
  return std::max(named, worth_of_passage(static_cast<double>(counts.longest_prose)));
}

double score_bound(const PairLimits& limits) {
  return score({.weight_a = limits.weight_a,
                .weight_b = limits.weight_b,
                .matched = limits.matched,
                .breaks = limits.matched - std::min(limits.matched, limits.net_matched),
                .spelled = limits.matched,
                .names = limits.names,
                .longest_prose = limits.prose});
}

}  // namespace whorl::internal::compare::pair_scores
