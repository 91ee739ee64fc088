// Compressors, compared with the programs of the same names, and their limits.
#include "methods/compressors.h"

#include <gtest/gtest.h>

#include <random>

#include "whorl/similarity_methods.h"

namespace whorl::internal::methods {
namespace {

std::string random_bytes(std::size_t size, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::string out(size, '\0');
  for (char& c : out) c = static_cast<char>(random());
  return out;
}

double similarity(const std::string& method, const std::string& a, const std::string& b) {
  return whorl::measure(a, b, {{method}, {}})->front().figures.both->value;
}

TEST(Compressors, RandomBytesStayAsLong) {
  const std::string bytes = random_bytes(50'000, 1);
  for (const auto& size : {gzip_size(bytes, 9), bzip2_size(bytes, 9), xz_size(bytes, 6),
                           zstd_long_size(bytes, 19), ppmd_size(bytes)}) {
    ASSERT_TRUE(size);
    EXPECT_GE(*size, 50'000u);
    EXPECT_LE(*size, 52'000u);
  }
}

TEST(Compressors, RepetitionsTakeNearlyNothing) {
  const std::string bytes(100'000, 'a');
  for (const auto& size : {gzip_size(bytes, 9), bzip2_size(bytes, 9), xz_size(bytes, 6),
                           zstd_long_size(bytes, 19), ppmd_size(bytes)}) {
    ASSERT_TRUE(size);
    EXPECT_LE(*size, 300u);
    EXPECT_GE(*size, 10u);
  }
}

// The headers of the archive do not count: they alone take over a hundred bytes.
TEST(Compressors, PpmdIsTheStreamAlone) {
  EXPECT_LE(*ppmd_size("a"), 8u);
  EXPECT_EQ(*ppmd_size(""), 0u);
}

// A repetition is detected within the window of the method, and not beyond it.
TEST(Compressors, ReachAsFarAsTheirWindows) {
  const std::string far = random_bytes(200'000, 2), near = random_bytes(15'000, 3);
  EXPECT_GT(similarity("gzip", near, near), .95);
  EXPECT_LT(similarity("gzip", far, far), .05);
  EXPECT_GT(similarity("xz", far, far), .95);
  EXPECT_GT(similarity("zstd", far, far), .95);
  EXPECT_GT(similarity("bzip2:level=9", near, near), .4);
}

TEST(Compressors, UnrelatedBytesShareNothing) {
  const std::string a = random_bytes(30'000, 4), b = random_bytes(30'000, 5);
  for (const char* method : {"gzip", "bzip2", "xz", "zstd", "ppmd"}) {
    EXPECT_LT(similarity(method, a, b), .02) << method;
  }
}

}  // namespace
}  // namespace whorl::internal::methods
