#include "passages/near/near_rule.h"

#include <algorithm>
#include <cmath>

namespace whorl::internal::near {
namespace {

constexpr double kLeastShare = 0.6;
constexpr std::uint64_t kLeastSeed = 4;

// The longest run that every stretch of `columns` columns must have if `changed` of them differ:
// these divide the others into at most changed + 1 runs.
std::uint64_t longest_run(std::uint64_t columns, std::uint64_t changed) {
  const std::uint64_t equal = columns - changed;
  return (equal + changed) / (changed + 1);
}

// The columns between two consecutive runs.
std::uint64_t columns_between(const EqualRun& before, const EqualRun& after) {
  return std::max(after.at - (before.at + before.symbols),
                  after.first - (before.first + before.symbols));
}

NearSpan span_of(std::span<const EqualRun> runs) {
  const EqualRun& last = runs.back();
  NearSpan span{runs.front().at, runs.front().first, last.at + last.symbols - runs.front().at,
                last.first + last.symbols - runs.front().first};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    span.equal += runs[i].symbols;
    span.columns += runs[i].symbols + (i > 0 ? columns_between(runs[i - 1], runs[i]) : 0);
  }
  return span;
}

// How many more words are equal than the rule requires, up to the beginning and the end of each
// run.
struct Surplus {
  std::vector<std::int64_t> before;
  std::vector<std::int64_t> after;

  Surplus(std::span<const EqualRun> runs, const NearRule& rule) {
    const auto share = static_cast<std::int64_t>(rule.share);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (i > 0) sum -= share * static_cast<std::int64_t>(columns_between(runs[i - 1], runs[i]));
      before.push_back(sum);
      sum += (1000 - share) * static_cast<std::int64_t>(runs[i].symbols);
      after.push_back(sum);
    }
  }
};

// First and last runs.
struct Stretch {
  std::size_t first;
  std::size_t last;
};

// The near stretches that are not inside a longer one, ascending, of any number of symbols. A
// stretch can only begin where the surplus is below all before; otherwise a stretch that began
// there contains it.
std::vector<Stretch> longest_stretches(const Surplus& surplus) {
  const std::size_t runs = surplus.before.size();
  std::vector<std::int64_t> highest(surplus.after);  // from a run on
  for (std::size_t i = runs - 1; i-- > 0;) highest[i] = std::max(highest[i], highest[i + 1]);
  std::vector<Stretch> found;
  std::size_t last = 0;
  for (std::size_t first = 0; first < runs; ++first) {
    if (!found.empty() && surplus.before[first] >= surplus.before[found.back().first]) continue;
    last = std::max(last, first);
    while (last + 1 < runs && highest[last + 1] >= surplus.before[first]) ++last;
    found.push_back({first, last});
  }
  return found;
}

}  // namespace

Result<NearRule> make_near_rule(double share, std::uint32_t least) {
  if (!(share >= kLeastShare && share < 1)) {
    return fail(ErrorCode::invalid_argument,
                "--near is a share of equal words, from 0.6 to below 1");
  }
  NearRule rule;
  rule.share = static_cast<std::uint64_t>(std::lround(share * 1000));
  rule.least = least;
  const std::uint64_t changed = least * (1000 - rule.share) / 1000;
  // With one more changed word, the shortest near stretch may have a shorter longest run. With two
  // more it cannot, because that run grows with the number of changes.
  const std::uint64_t differing = 1000 - rule.share;
  const std::uint64_t longer =
      std::max<std::uint64_t>(least, ((changed + 1) * 1000 + differing - 1) / differing);
  rule.seed =
      std::max(kLeastSeed, std::min(longest_run(least, changed), longest_run(longer, changed + 1)));
  rule.gap = std::clamp(changed, kShortestRun, kMostGap);
  return rule;
}

std::vector<NearSpan> near_spans(std::span<const EqualRun> alignment, const NearRule& rule) {
  std::vector<NearSpan> spans;
  if (alignment.empty()) return spans;
  std::vector<Stretch> joined;
  for (const Stretch& stretch : longest_stretches(Surplus(alignment, rule))) {
    const EqualRun& last = alignment[stretch.last];
    if (last.at + last.symbols - alignment[stretch.first].at < rule.least) continue;
    if (!joined.empty() && stretch.first <= joined.back().last) {
      joined.back().last = std::max(joined.back().last, stretch.last);
    } else {
      joined.push_back(stretch);
    }
  }
  for (const Stretch& stretch : joined) {
    spans.push_back(span_of(alignment.subspan(stretch.first, stretch.last + 1 - stretch.first)));
  }
  return spans;
}

}  // namespace whorl::internal::near
