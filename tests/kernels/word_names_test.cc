// At every dispatch level the name of a word is the XXH3 of its bytes.

#include "fingerprints/kernels/word_names.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "fingerprints/kernels/level.h"

namespace whorl::internal::kernels {
namespace {

TEST(WordNames, AreThoseOfTheirSpelling) {
  std::mt19937_64 random(3);
  for (const std::size_t count : {0, 1, 2, 7, 8, 9, 31, 1000}) {
    std::vector<std::uint64_t> bytes, sizes;
    std::vector<std::uint32_t> expected;
    for (std::size_t i = 0; i < count; ++i) {
      bytes.push_back(i % 5 == 0 ? 0 : i % 5 == 1 ? UINT64_MAX : random());
      sizes.push_back(1 + i % kShortWord);
      std::string spelling(sizes[i], '\0');
      std::memcpy(spelling.data(), &bytes[i], sizes[i]);
      expected.push_back(static_cast<std::uint32_t>(XXH3_64bits(spelling.data(), sizes[i])));
    }
    const ShortWords words{bytes.data(), sizes.data(), count};
    std::vector<std::uint32_t> names(count);
    name_words_plain(words, names.data());
    EXPECT_EQ(names, expected) << count;
    for (const Level l : supported_levels()) {
      force(l);
      names.assign(count, 0);
      name_words(words, names.data());
      EXPECT_EQ(names, expected) << name(l) << " " << count;
    }
  }
}

}  // namespace
}  // namespace whorl::internal::kernels
