// Every dispatch level counts the same as the plain version.

#include "fingerprints/kernels/controls.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "fingerprints/kernels/level.h"

namespace whorl::internal::kernels {
namespace {

TEST(Controls, CountsWhatNoTextHas) {
  const ControlCount count =
      count_controls(std::string_view("a\0b\t\r\n\f\b\x1B[1m\x01\x7F\n", 15));
  EXPECT_EQ(count.nuls, 1u);
  EXPECT_EQ(count.controls, 3u);
  EXPECT_TRUE(count.ascii);
  EXPECT_FALSE(count_controls(std::string_view("caf\xC3\xA9")).ascii);
}

TEST(Controls, EveryLevelCountsEveryLength) {
  std::mt19937 random(1);
  for (const Level l : supported_levels()) {
    force(l);
    for (std::size_t n = 0; n < 400; ++n) {
      std::string bytes(n, '\0');
      const unsigned reach = n % 2 == 0 ? 256 : 128;
      for (char& c : bytes) c = static_cast<char>(random() % reach);
      ASSERT_EQ(count_controls(bytes), count_controls_plain(bytes)) << name(l) << " " << n;
    }
  }
}

}  // namespace
}  // namespace whorl::internal::kernels
