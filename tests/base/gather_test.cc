#include "base/gather.h"

#include <gtest/gtest.h>

namespace whorl::internal::base {
namespace {

TEST(Gather, GivesWhatIsMadeInOrder) {
  for (std::size_t n : {std::size_t{0}, std::size_t{1}, kGatherShare, 3 * kGatherShare + 1}) {
    const auto make = [](std::size_t i, std::vector<std::size_t>& out) {
      for (std::size_t copy = 0; copy < i % 3; ++copy) out.push_back(i);
    };
    std::vector<std::size_t> plain;
    for (std::size_t i = 0; i < n; ++i) make(i, plain);
    for (unsigned threads : {1u, 3u}) {
      EXPECT_EQ(gather<std::size_t>(n, threads, make), plain) << n << ' ' << threads;
    }
  }
}

}  // namespace
}  // namespace whorl::internal::base
