// The naive version, the plain version and every dispatch level agree for many (k, w), lengths and
// kinds of text.

#include "fingerprints/kernels/window_minima.h"

#include <gtest/gtest.h>

#include <random>

#include "../sanitizer.h"
#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/kernels/level.h"
#include "fingerprints/kernels/order_keys.h"
#include "whorl/kernels.h"

namespace whorl::internal::kernels {
namespace {

constexpr std::size_t kThin = test::kSanitized ? 41 : 3;

constexpr std::uint32_t kSeed = 77;

// Follows the definitions directly, in O(n (k + w)).
template <class Symbol>
std::vector<std::uint64_t> naive(std::span<const Symbol> text, std::size_t k, std::size_t w) {
  if (text.size() < k) return {};
  std::vector<std::uint32_t> keys;
  for (std::size_t i = 0; i + k <= text.size(); ++i) {
    keys.push_back(order_key(text.subspan(i, k), kSeed));
  }
  w = std::min(w, keys.size());
  std::vector<std::uint64_t> bits((keys.size() + 63) / 64);
  for (std::size_t j = 0; j + w <= keys.size(); ++j) {
    std::size_t least = j;
    for (std::size_t i = j; i < j + w; ++i) {
      if (keys[i] <= keys[least]) least = i;
    }
    bits[least / 64] |= std::uint64_t{1} << (least % 64);
  }
  return bits;
}

std::vector<std::uint8_t> text_of_kind(int kind, std::size_t n) {
  std::mt19937 random(static_cast<unsigned>(n * 7) + static_cast<unsigned>(kind));
  std::vector<std::uint8_t> text(n);
  for (std::size_t i = 0; i < n; ++i) {
    switch (kind) {
      case 0:
        text[i] = 0;
        break;
      case 1:
        text[i] = i % 2;
        break;
      case 2:
        text[i] = static_cast<std::uint8_t>(i % 61 * (i / 500));
        break;
      case 3:
        text[i] = random() % 2;
        break;
      default:
        text[i] = static_cast<std::uint8_t>(random());
    }
  }
  return text;
}

class Levels : public testing::Test {
 protected:
  ~Levels() override { force(supported_levels().back()); }

  template <class Symbol>
  void expect_equal(std::span<const Symbol> text, std::size_t k, std::size_t w,
                    const std::vector<std::uint64_t>& expected) {
    for (const Level l : supported_levels()) {
      force(l);
      window_minima(text, {k, w, kSeed}, scratch_, bits_);
      ASSERT_EQ(bits_, expected) << name(l) << " k=" << k << " w=" << w << " n=" << text.size();
    }
  }

  void check(std::span<const std::uint8_t> text, std::size_t k, std::size_t w) {
    const std::vector<std::uint32_t> wide(text.begin(), text.end());
    const auto expected = naive(text, k, w);
    expect_equal(text, k, w, expected);
    expect_equal(std::span<const std::uint32_t>(wide), k, w, expected);
    order_keys(text, k, kSeed, keys_);
    for (const Level l : supported_levels()) {
      force(l);
      key_minima(keys_, w, scratch_, bits_);
      ASSERT_EQ(bits_, expected) << name(l) << " w=" << w << " keys=" << keys_.size();
    }
  }

  std::vector<std::uint32_t> keys_;
  WindowMinimaScratch scratch_;
  std::vector<std::uint64_t> bits_;
};

TEST_F(Levels, AgreeForEveryKAndW) {
  std::size_t turn = 0;
  for (std::size_t k = 1; k <= 70; ++k) {
    for (std::size_t w = 1; w <= 130; ++w) {
      if (++turn % kThin != 0) continue;
      const auto text = text_of_kind(static_cast<int>(turn / kThin % 5), 1200);
      check(text, k, w);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(Levels, AgreeAtEveryLengthNearTheEdges) {
  for (const auto& [k, w] :
       {std::pair{1, 1}, {1, 2}, {2, 1}, {5, 4}, {8, 16}, {17, 33}, {50, 100}}) {
    const auto ks = static_cast<std::size_t>(k), ws = static_cast<std::size_t>(w);
    for (const std::size_t edge : {ks, ks + ws - 1, 4 * (ks + ws), std::size_t{1024}}) {
      for (std::size_t n = edge < 3 ? 0 : edge - 3; n <= edge + 3; ++n) {
        for (int kind = 0; kind < 5; ++kind) check(text_of_kind(kind, n), ks, ws);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(Levels, AgreeOverSeveralRoundsOfLanes) {
  for (const auto& [k, w] : {std::pair{50, 100}, {3, 7}, {130, 20}, {300, 40}}) {
    const auto ks = static_cast<std::size_t>(k), ws = static_cast<std::size_t>(w);
    for (int kind = 0; kind < 5; ++kind) {
      const auto text = text_of_kind(kind, 150'001);
      window_minima_plain(std::span<const std::uint8_t>(text), {ks, ws, kSeed}, scratch_, bits_);
      const auto expected = bits_;
      expect_equal(std::span<const std::uint8_t>(text), ks, ws, expected);
    }
  }
}

TEST_F(Levels, HaveNames) {
  EXPECT_EQ(supported_levels().front(), Level::scalar);
  for (const Level l : supported_levels()) {
    force(l);
    EXPECT_EQ(level(), l);
    EXPECT_EQ(kernels_in_use(), name(l));
  }
}

}  // namespace
}  // namespace whorl::internal::kernels
