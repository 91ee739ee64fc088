// Every dispatch level returns the keys of the definition.

#include "fingerprints/kernels/open_closed.h"

#include <gtest/gtest.h>

#include <random>

#include "fingerprints/kernels/level.h"

namespace whorl::internal::kernels {
namespace {

template <class Symbol>
void expect_keys(const std::vector<Symbol>& text, std::size_t k, std::size_t s) {
  const std::span<const Symbol> all(text);
  std::vector<std::uint32_t> expected, found;
  for (std::size_t i = 0; i + k <= text.size(); ++i) {
    expected.push_back(open_closed_key(all.subspan(i, k), s, 77u));
  }
  OpenClosedScratch scratch;
  for (const Level l : supported_levels()) {
    force(l);
    open_closed_keys(all, {k, s, 77u}, scratch, found);
    ASSERT_EQ(found, expected) << name(l) << " k=" << k << " s=" << s << " n=" << text.size();
  }
}

TEST(OpenClosed, KeysAreThoseOfTheDefinition) {
  std::mt19937 random(1);
  for (std::size_t k = 1; k <= 60; k += 1 + k / 8) {
    for (const std::size_t s : {std::size_t{1}, std::size_t{2}, std::size_t{4}, k / 2 + 1, k}) {
      if (s > k) continue;
      for (const std::size_t n : {std::size_t{0}, k - 1, k, k + 40, std::size_t{300}}) {
        std::vector<std::uint8_t> text(n);
        for (auto& c : text) c = static_cast<std::uint8_t>(random() % (n % 2 == 0 ? 3 : 256));
        expect_keys(text, k, s);
        expect_keys(std::vector<std::uint32_t>(text.begin(), text.end()), k, s);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(OpenClosed, BlocksLeaveNoTrace) {
  std::mt19937 random(2);
  for (const std::size_t n : {kOpenClosedBlock + 19, kOpenClosedBlock + 20, 2 * kOpenClosedBlock}) {
    std::vector<std::uint8_t> text(n);
    for (auto& c : text) c = static_cast<std::uint8_t>(random() % 4);
    expect_keys(text, 20, 4);
  }
  std::vector<std::uint8_t> text(9000);
  for (auto& c : text) c = static_cast<std::uint8_t>(random());
  expect_keys(text, 2500, 2490);
}

}  // namespace
}  // namespace whorl::internal::kernels
