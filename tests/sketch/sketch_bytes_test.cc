// Sketches as bytes: there and back, the file of version 1, and every kind of damage.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

#include "whorl/sketch.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl {
namespace {

using testing::HasSubstr;

constexpr const char* kGolden = WHORL_SOURCE_DIR "/tests/sketch/golden/version1.whorlskt";

// With a tokenizer that does not depend on Unicode.
SketchFields fields() {
  return {.method = *parse_sketch_method("bytes/k=5/min:4"),
          .hashes = {3, 7, 0x0123456789ABCDEFu, 0xFEDCBA9876543210u},
          .modulus = 1,
          .shingles = 90,
          .counted = true};
}

std::string golden() {
  std::ifstream in(kGolden, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// The same bytes with the checksum that fits them.
std::string sealed(std::string bytes) {
  const std::uint64_t sum = XXH3_64bits(bytes.data(), bytes.size() - 8);
  std::memcpy(bytes.data() + bytes.size() - 8, &sum, 8);
  return bytes;
}

TEST(SketchBytes, OfVersion1AreReadAndWritten) {
  const auto made = Sketch::make(fields());
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(to_bytes(*made), golden());
  const auto read = sketch_from_bytes(golden());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(std::ranges::equal(read->hashes(), fields().hashes));
  EXPECT_EQ(read->shingles(), 90u);
  EXPECT_EQ(read->modulus(), 1u);
  EXPECT_TRUE(read->counted());
  EXPECT_EQ(read->method(), fields().method);
}

TEST(SketchBytes, ComeBackAsTheyWere) {
  std::mt19937 random(1);
  for (const char* by :
       {"words/k=2/mod:25", "text/k=9/min:30", "html:words/k=3/vi", "code:c/k=4/all"}) {
    for (const std::size_t words : {0u, 5u, 3'000u}) {
      std::string text;
      for (std::size_t i = 0; i < words; ++i) text += "w" + std::to_string(random()) + " ";
      const auto made = sketch(text, *parse_sketch_method(by));
      for (const Sketch& one : {*made, *merge(*made, *sketch("w1 w2 w3 w4", made->method()))}) {
        const auto read = sketch_from_bytes(to_bytes(one));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(to_bytes(*read), to_bytes(one));
        EXPECT_EQ(read->counted(), one.counted());
        EXPECT_EQ(read->shingles(), one.shingles());
      }
    }
  }
}

TEST(SketchBytes, CutOrChangedAnywhereAreRefused) {
  const std::string good = golden();
  ASSERT_GT(good.size(), 80u);
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_FALSE(sketch_from_bytes(good.substr(0, size))) << size;
    EXPECT_FALSE(size >= 8 && sketch_from_bytes(sealed(good.substr(0, size)))) << size;
  }
  EXPECT_FALSE(sketch_from_bytes(good + '\0'));
  EXPECT_FALSE(sketch_from_bytes(sealed(good + std::string(8, '\0'))));
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const int bit : {0, 7}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ 1 << bit);
      EXPECT_FALSE(sketch_from_bytes(bad)) << at;
      const auto read = sketch_from_bytes(sealed(bad));  // no crash, whatever it says
      EXPECT_TRUE(!read || to_bytes(*read) == sealed(bad)) << at;
    }
  }
}

TEST(SketchBytes, OfOtherVersionsAreRefusedByName) {
  std::string newer = golden();
  newer[8] = 2;
  auto read = sketch_from_bytes(newer);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::unsupported);
  EXPECT_THAT(read.error().message, HasSubstr("version 2"));
  EXPECT_THAT(read.error().message, HasSubstr("reads version 1"));
  std::string other = golden();
  other[other.find("bytes 1") + 6] = '7';
  read = sketch_from_bytes(sealed(other));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::unsupported);
  EXPECT_THAT(read.error().message, HasSubstr("(bytes 7, hash 2)"));
  EXPECT_THAT(read.error().message, HasSubstr("(bytes 1, hash 2)"));
}

TEST(SketchFields, ThatDoNotFitTogetherAreRefused) {
  ASSERT_TRUE(Sketch::make(fields()));
  const auto with = [](auto change) {
    SketchFields changed = fields();
    change(changed);
    const auto made = Sketch::make(changed);
    return made ? std::string() : made.error().message;
  };
  EXPECT_THAT(with([](auto& f) { std::swap(f.hashes[0], f.hashes[1]); }), HasSubstr("ascend"));
  EXPECT_THAT(with([](auto& f) { f.hashes[1] = 3; }), HasSubstr("ascend"));
  EXPECT_THAT(with([](auto& f) { f.modulus = 2; }), HasSubstr("modulus"));
  EXPECT_THAT(with([](auto& f) { f.modulus = 0; }), HasSubstr("modulus"));
  EXPECT_THAT(with([](auto& f) { f.hashes.pop_back(); }),
              HasSubstr("number of hashes does not fit"));
  EXPECT_THAT(with([](auto& f) { f.shingles = 3; }), HasSubstr("number of hashes does not fit"));
  EXPECT_THAT(with([](auto& f) { f.shingles = 4, f.counted = false; }), HasSubstr("estimated"));
  EXPECT_THAT(with([](auto& f) { f.method.shingle = 0; }), HasSubstr("from 1 to"));
  const auto thinned = [](std::vector<std::uint64_t> hashes, std::uint64_t modulus,
                          std::uint64_t shingles) {
    return Sketch::make({.method = *parse_sketch_method("bytes/k=5/mod:25"),
                         .hashes = std::move(hashes),
                         .modulus = modulus,
                         .shingles = shingles})
        .has_value();
  };
  EXPECT_TRUE(thinned({5, 20}, 5, 600));
  EXPECT_FALSE(thinned({5, 21}, 5, 600));
  EXPECT_FALSE(thinned({5, 20}, 10, 600));
  EXPECT_FALSE(thinned({5, 20}, 5, 1));
  EXPECT_FALSE(thinned({5, 20}, 1, 600));
}

}  // namespace
}  // namespace whorl
