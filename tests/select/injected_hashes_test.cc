// The worked examples of the papers, with the hashes that the papers give.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fingerprints/select/select.h"

namespace whorl::internal::select {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Hashes = std::vector<std::uint64_t>;

std::vector<std::uint32_t> choose(const char* selector, Hashes hashes, Hashes args) {
  return find_selector(selector)->on_hashes(hashes, args);
}

Hashes values(const Hashes& hashes, const std::vector<std::uint32_t>& positions) {
  Hashes out;
  for (const std::uint32_t i : positions) out.push_back(hashes[i]);
  return out;
}

// Schleimer 2003 Figure 1 (e), (f): hashes of the 5-grams, and those that are 0 mod 4.
TEST(InjectedHashes, Figure1) {
  const Hashes hashes = {77, 72, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 72, 42, 17, 98};
  EXPECT_THAT(values(hashes, choose("modp", hashes, {4})), ElementsAre(72, 8, 88, 72));
}

// Schleimer 2003 Figure 2 (d) to (g), window of 4.
TEST(InjectedHashes, Figure2) {
  const Hashes hashes = {77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98};
  const auto chosen = choose("winnow", hashes, {4});
  EXPECT_THAT(chosen, ElementsAre(3, 6, 8, 11, 15));
  EXPECT_THAT(values(hashes, chosen), ElementsAre(17, 17, 8, 39, 17));
}

TEST(InjectedHashes, LocalTiesTakeTheRightmost) {
  EXPECT_THAT(choose("winnow", {5, 5, 5, 5, 5}, {3}), ElementsAre(2, 3, 4));
  EXPECT_THAT(choose("winnow", {1, 9, 1, 9, 9}, {3}), ElementsAre(2));
}

TEST(InjectedHashes, RobustTiesKeepThePreviousChoice) {
  EXPECT_THAT(choose("robust", Hashes(12, 0), {4}), ElementsAre(3, 7, 11));
  EXPECT_THAT(choose("robust", {4, 1, 9, 1, 9, 9, 1, 9}, {3}), ElementsAre(1, 3, 6));
}

TEST(InjectedHashes, ShortInputGivesItsMinimum) {
  for (const char* selector : {"winnow", "robust"}) {
    EXPECT_THAT(choose(selector, {7, 3, 9}, {10}), ElementsAre(1));
    EXPECT_THAT(choose(selector, {}, {10}), IsEmpty());
  }
}

TEST(InjectedHashes, SafeModuloFillsGaps) {
  // 8 and 4 are good. Bad ones have two values to their left that are not good.
  EXPECT_THAT(choose("safemodp", {1, 3, 8, 5, 5, 5, 5, 4}, {3, 4}), ElementsAre(2, 5, 6, 7));
  // The first window - 1 values cannot be bad.
  EXPECT_THAT(choose("safemodp", {1, 3, 5, 7}, {3, 4}), ElementsAre(2, 3));
}

TEST(InjectedHashes, SmallestAreDistinct) {
  EXPECT_THAT(choose("min", {9, 2, 2, 7, 3, 2}, {3}), ElementsAre(1, 3, 4));
  EXPECT_THAT(choose("min", {9, 2, 2}, {10}), ElementsAre(0, 1));
}

}  // namespace
}  // namespace whorl::internal::select
