#include "compare/symbol_range.h"

#include <gmock/gmock.h>

#include <random>

namespace whorl {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SymbolRange, HolesAreTakenOut) {
  EXPECT_THAT(without({{0, 10}}, {}), ElementsAre(SymbolRange{0, 10}));
  EXPECT_THAT(without({{0, 10}}, {{0, 10}}), IsEmpty());
  EXPECT_THAT(without({{0, 10}}, {{0, 3}, {5, 6}, {9, 10}}),
              ElementsAre(SymbolRange{3, 5}, SymbolRange{6, 9}));
  EXPECT_THAT(without({{2, 4}, {6, 8}}, {{0, 1}, {3, 7}}),
              ElementsAre(SymbolRange{2, 3}, SymbolRange{7, 8}));
  EXPECT_THAT(without({{2, 4}, {6, 8}}, {{1, 9}}), IsEmpty());
  EXPECT_THAT(without({}, {{1, 9}}), IsEmpty());
}

std::vector<SymbolRange> random_ranges(std::mt19937& random) {
  std::vector<SymbolRange> ranges;
  for (std::uint32_t at = random() % 4; at < 40; at += random() % 4) {
    const std::uint32_t begin = at;
    at += 1 + random() % 8;
    ranges.push_back({begin, at});
  }
  return ranges;
}

std::vector<bool> members(const std::vector<SymbolRange>& ranges) {
  std::vector<bool> members(60);
  for (const SymbolRange& range : ranges) {
    for (std::uint32_t i = range.begin; i < range.end; ++i) members[i] = true;
  }
  return members;
}

TEST(SymbolRange, SymbolBySymbolItIsTheDifference) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    const auto ranges = random_ranges(random), holes = random_ranges(random);
    std::vector<bool> expected = members(ranges);
    const std::vector<bool> taken = members(holes);
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = expected[i] && !taken[i];
    EXPECT_EQ(members(without(ranges, holes)), expected);
  }
}

}  // namespace
}  // namespace whorl
