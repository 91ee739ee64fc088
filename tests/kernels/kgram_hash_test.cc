#include "kernels/kgram_hash.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace whorl::kernels {
namespace {

std::vector<std::uint8_t> bytes(std::string_view text) { return {text.begin(), text.end()}; }

TEST(KgramHash, IsTheSameForTheSameTextInAnyShape) {
  const auto narrow = bytes("adorunrunrunadorunrun");
  const std::vector<char32_t> wide(narrow.begin(), narrow.end());
  for (std::size_t k = 1; k <= narrow.size(); ++k) {
    const std::span<const std::uint8_t> n(narrow.data(), k);
    const std::span<const char32_t> w(wide.data(), k);
    EXPECT_EQ(order_key(n, 0), order_key(w, 0));
    EXPECT_EQ(fingerprint(n, 0), fingerprint(w, 0));
  }
}

// These values are part of every stored fingerprint: they change only with kHashVersion.
TEST(KgramHash, Golden) {
  const auto text = bytes("adorunrunrunadorunrun");
  const std::span<const std::uint8_t> all(text);
  EXPECT_EQ(order_key(all.first(1), 0), 4077189659u);
  EXPECT_EQ(order_key(all.first(5), 0), 1241617739u);
  EXPECT_EQ(order_key(all, 7), 1028643591u);
  EXPECT_EQ(fingerprint(all.first(5), 0), 11686759664215112629u);
  EXPECT_EQ(fingerprint(all, 7), 14859906894629783353u);
}

TEST(KgramHash, ZeroBytesAreNotTheLeastKgram) {
  const std::vector<std::uint8_t> zeros(64, 0);
  for (std::size_t k = 1; k <= zeros.size(); ++k) {
    EXPECT_GT(order_key(std::span<const std::uint8_t>(zeros).first(k), order_seed(0)), 1u << 24);
  }
}

}  // namespace
}  // namespace whorl::kernels
