#include "fingerprints/kernels/kgram_hash.h"

#include <gtest/gtest.h>

#include <random>
#include <string_view>
#include <vector>

namespace whorl::internal::kernels {
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
  EXPECT_EQ(order_key(all.first(1), 0), 3227873417u);
  EXPECT_EQ(order_key(all.first(5), 0), 3739680611u);
  EXPECT_EQ(order_key(all, 7), 3453774373u);
  EXPECT_EQ(fingerprint(all.first(5), 0), 11686759664215112629u);
  EXPECT_EQ(fingerprint(all, 7), 14859906894629783353u);
}

template <class Symbol>
void expect_one_by_one(const std::vector<Symbol>& text) {
  const std::span<const Symbol> all(text);
  const std::vector<std::uint32_t> positions = {0, 3, 4, 50};
  for (std::size_t k = 1; k + positions.back() <= text.size(); ++k) {
    for (const std::uint64_t seed : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{12345}}) {
      std::vector<std::uint64_t> found(positions.size());
      fingerprints(all, k, seed, std::span<const std::uint32_t>(positions), found.data());
      for (std::size_t i = 0; i < positions.size(); ++i) {
        ASSERT_EQ(found[i], fingerprint(all.subspan(positions[i], k), seed)) << k << " " << seed;
      }
    }
  }
}

template <class Symbol>
void expect_all_one_by_one(const std::vector<Symbol>& text) {
  const std::span<const Symbol> all(text);
  for (std::size_t k = 1; k <= text.size() + 1; k += k < 150 ? 1 : 977) {
    std::vector<std::uint64_t> found(text.size() + 1, 7), expected(text.size() + 1, 7);
    all_fingerprints(all, k, k * k, found.data());
    for (std::size_t i = 0; i + k <= text.size(); ++i) {
      expected[i] = fingerprint(all.subspan(i, k), k * k);
    }
    ASSERT_EQ(found, expected) << k;
  }
}

// Across the edges of blocks, which are 4096 k-grams apart.
TEST(KgramHash, AllAreAsOneByOne) {
  std::mt19937 random(2);
  for (const std::size_t size : {0u, 1u, 2u, 130u, 4'097u, 4'300u}) {
    std::vector<std::uint8_t> narrow(size);
    for (auto& c : narrow) c = static_cast<std::uint8_t>(random());
    expect_all_one_by_one(narrow);
    expect_all_one_by_one(std::vector<std::uint32_t>(narrow.begin(), narrow.end()));
    std::vector<char32_t> mixed(size);
    for (std::size_t i = 0; i < size; ++i) {
      mixed[i] = i > 4'000 && random() % 50 == 0 ? random() % 0x110000 : random() % 0x80;
    }
    expect_all_one_by_one(mixed);
    expect_all_one_by_one(std::vector<char32_t>(narrow.begin(), narrow.end()));
  }
}

TEST(KgramHash, ManyAreAsOneByOne) {
  std::mt19937 random(1);
  std::vector<std::uint8_t> narrow(400);
  for (auto& c : narrow) c = static_cast<std::uint8_t>(random());
  expect_one_by_one(narrow);
  expect_one_by_one(std::vector<std::uint32_t>(narrow.begin(), narrow.end()));
  expect_one_by_one(std::vector<char32_t>(narrow.begin(), narrow.end()));
  std::vector<char32_t> mostly_ascii(400);
  for (auto& c : mostly_ascii) c = random() % 100 == 0 ? random() % 0x10000 : random() % 0x80;
  expect_one_by_one(mostly_ascii);
}

TEST(KgramHash, ZeroBytesAreNotTheLeastKgram) {
  const std::vector<std::uint8_t> zeros(64, 0);
  for (std::size_t k = 1; k <= zeros.size(); ++k) {
    EXPECT_GT(order_key(std::span<const std::uint8_t>(zeros).first(k), order_seed(0)), 1u << 24);
  }
}

}  // namespace
}  // namespace whorl::internal::kernels
