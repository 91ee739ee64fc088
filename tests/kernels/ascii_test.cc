// Every dispatch level canonicalises as the plain twin does.

#include "kernels/ascii.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "kernels/level.h"

namespace whorl::kernels {
namespace {

struct Outcome {
  std::string symbols;
  std::vector<std::uint64_t> keep;
  std::size_t read;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome run(const std::string& text, decltype(canonicalize_ascii)* canonicalize) {
  std::string symbols(text.size() + kAsciiBlock, '\0');
  std::vector<std::uint64_t> keep((text.size() + 63) / 64);
  const AsciiRun done =
      canonicalize(text, reinterpret_cast<std::uint8_t*>(symbols.data()), keep.data());
  symbols.resize(done.kept);
  keep.resize((done.read + 63) / 64);
  return {symbols, keep, done.read};
}

TEST(Ascii, KeepsLettersAndDigits) {
  const Outcome out = run("A do run run run, a do run run! (1982)", canonicalize_ascii);
  EXPECT_EQ(out.symbols, "adorunrunrunadorunrun1982");
  EXPECT_EQ(out.keep[0] & 0xF, 0b1101u);
}

TEST(Ascii, EveryByteAtEveryPlaceIsAsThePlainTwinHasIt) {
  for (const Level l : supported_levels()) {
    force(l);
    for (int byte = 0; byte < 256; ++byte) {
      for (const std::size_t place : {0, 15, 16, 31, 63, 64, 70, 127, 128, 130}) {
        std::string text(131, 'x');
        text[place] = static_cast<char>(byte);
        ASSERT_EQ(run(text, canonicalize_ascii), run(text, canonicalize_ascii_plain))
            << name(l) << " byte " << byte << " at " << place;
      }
    }
  }
}

TEST(Ascii, EveryLengthIsAsThePlainTwinHasIt) {
  std::mt19937 random(1);
  for (const Level l : supported_levels()) {
    force(l);
    for (std::size_t n = 0; n < 300; ++n) {
      std::string text(n, '\0');
      for (char& c : text) c = static_cast<char>(random() % 128);
      ASSERT_EQ(run(text, canonicalize_ascii), run(text, canonicalize_ascii_plain)) << name(l);
    }
  }
}

}  // namespace
}  // namespace whorl::kernels
