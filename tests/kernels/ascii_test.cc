// Canonicalisation is the same at every dispatch level, in the plain version, and in a naive loop.

#include "fingerprints/kernels/ascii.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "fingerprints/kernels/level.h"

namespace whorl::internal::kernels {
namespace {

struct Outcome {
  std::string symbols;
  std::vector<std::uint64_t> keep;
  std::size_t read;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome run(const std::string& text, AsciiKernel* kernel) {
  std::string symbols(text.size() + kAsciiBlock, '\0');
  std::vector<std::uint64_t> keep((text.size() + 63) / 64);
  const AsciiRun done = kernel(text, reinterpret_cast<std::uint8_t*>(symbols.data()), keep.data());
  symbols.resize(done.kept);
  keep.resize((done.read + 63) / 64);
  return {symbols, keep, done.read};
}

// Does byte by byte what the header says.
Outcome naive(const std::string& text, std::string_view counts) {
  Outcome out{"", {}, 0};
  for (; out.read < text.size(); ++out.read) {
    const std::size_t place = out.read % kAsciiBlock;
    const std::string_view block = std::string_view(text).substr(out.read - place, kAsciiBlock);
    if (place == 0) {
      if (std::ranges::any_of(block, [](char c) { return (c & 0x80) != 0; })) break;
      out.keep.push_back(0);
    }
    const char c = text[out.read];
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (counts.find(lower) == counts.npos) continue;
    out.symbols += lower;
    out.keep.back() |= std::uint64_t{1} << place;
  }
  return out;
}

struct Twins {
  AsciiKernel* kernel;
  AsciiKernel* plain;
  std::string_view counts;
};

constexpr Twins kTwins[] = {
    {canonicalize_ascii, canonicalize_ascii_plain, "abcdefghijklmnopqrstuvwxyz0123456789"},
    {consonants_of_ascii, consonants_of_ascii_plain, "bcdfghjklmnpqrstvwxyz"},
};

// Fails unless the naive loop, the plain version and every level agree, for each set of characters
// that count.
void expect_same(const std::string& text) {
  for (const Twins& twins : kTwins) {
    const Outcome expected = naive(text, twins.counts);
    ASSERT_EQ(run(text, twins.plain), expected) << twins.counts << " of " << text;
    for (const Level l : supported_levels()) {
      force(l);
      ASSERT_EQ(run(text, twins.kernel), expected) << name(l) << ' ' << twins.counts;
    }
  }
}

TEST(Ascii, KeepsLettersAndDigits) {
  const Outcome out = run("A do run run run, a do run run! (1982)", canonicalize_ascii);
  EXPECT_EQ(out.symbols, "adorunrunrunadorunrun1982");
  EXPECT_EQ(out.keep[0] & 0xF, 0b1101u);
}

TEST(Ascii, KeepsConsonants) {
  const Outcome out = run("A do run RUN run, why do run run! (1982)", consonants_of_ascii);
  EXPECT_EQ(out.symbols, "drnrnrnwhydrnrn");
  EXPECT_EQ(out.keep[0] & 0xFF, 0b10100100u);
}

TEST(Ascii, EveryByteAtEveryPlaceIsTheSameAtEveryLevel) {
  for (int byte = 0; byte < 256; ++byte) {
    for (const std::size_t place : {0, 15, 16, 31, 63, 64, 70, 127, 128, 130}) {
      for (const char around : {'x', 'a', ' '}) {
        std::string text(131, around);
        text[place] = static_cast<char>(byte);
        ASSERT_NO_FATAL_FAILURE(expect_same(text)) << "byte " << byte << " at " << place;
      }
    }
  }
}

TEST(Ascii, EveryLengthIsTheSameAtEveryLevel) {
  std::mt19937 random(1);
  for (std::size_t n = 0; n < 300; ++n) {
    std::string text(n, '\0');
    for (char& c : text) c = static_cast<char>(random() % 128);
    ASSERT_NO_FATAL_FAILURE(expect_same(text)) << n;
    for (const char all : {'e', 'U', 'y', 'Q', '7', '-'}) {
      ASSERT_NO_FATAL_FAILURE(expect_same(std::string(n, all))) << n;
    }
  }
}

}  // namespace
}  // namespace whorl::internal::kernels
