#include "jobs/compare/corpus/symbol_range.h"

#include <gmock/gmock.h>

#include <random>

namespace whorl::internal::compare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SymbolRange, HolesAreTakenOut) {
  EXPECT_THAT(corpus::without({{0, 10}}, {}), ElementsAre(corpus::SymbolRange{0, 10}));
  EXPECT_THAT(corpus::without({{0, 10}}, {{0, 10}}), IsEmpty());
  EXPECT_THAT(corpus::without({{0, 10}}, {{0, 3}, {5, 6}, {9, 10}}),
              ElementsAre(corpus::SymbolRange{3, 5}, corpus::SymbolRange{6, 9}));
  EXPECT_THAT(corpus::without({{2, 4}, {6, 8}}, {{0, 1}, {3, 7}}),
              ElementsAre(corpus::SymbolRange{2, 3}, corpus::SymbolRange{7, 8}));
  EXPECT_THAT(corpus::without({{2, 4}, {6, 8}}, {{1, 9}}), IsEmpty());
  EXPECT_THAT(corpus::without({}, {{1, 9}}), IsEmpty());
}

std::vector<corpus::SymbolRange> random_ranges(std::mt19937& random) {
  std::vector<corpus::SymbolRange> ranges;
  for (std::uint32_t at = random() % 4; at < 40; at += random() % 4) {
    const std::uint32_t begin = at;
    at += 1 + random() % 8;
    ranges.push_back({begin, at});
  }
  return ranges;
}

std::vector<bool> members(const std::vector<corpus::SymbolRange>& ranges) {
  std::vector<bool> members(60);
  for (const corpus::SymbolRange& range : ranges) {
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
    EXPECT_EQ(members(corpus::without(ranges, holes)), expected);
  }
}

}  // namespace
}  // namespace whorl::internal::compare
