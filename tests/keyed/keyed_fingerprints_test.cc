// Fingerprints and chunks with a key, compared with their plain versions.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "jobs/registry/keyed/subkeys.h"
#include "whorl/key.h"

namespace whorl {
namespace {

using internal::registry::keyed::siphash;
using internal::registry::keyed::SipKey;
using testing::HasSubstr;

Key key_of(std::uint8_t first) {
  std::vector<std::uint8_t> bytes(32, 7);
  bytes[0] = first;
  return make_key(bytes).value();
}

Recipe recipe_of(std::string_view text, const Key& key) {
  return keyed(parse_recipe(text).value(), key).value();
}

std::string letters(std::size_t size, unsigned seed, int different = 20) {
  std::mt19937 random(seed);
  std::string out(size, 'a');
  for (char& c : out) c = static_cast<char>('a' + random() % static_cast<unsigned>(different));
  return out;
}

std::uint64_t sip(std::string_view bytes, const SipKey& key) {
  return siphash({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, key);
}

TEST(KeyedFingerprints, AreWindowMinimaOfSipHash) {
  const Key key = key_of(1);
  const auto& subkeys = key.subkeys();
  for (const std::size_t size : {0, 1, 4, 5, 6, 8, 9, 300}) {
    for (const std::size_t w : {1, 4, 30}) {
      const std::string text = letters(size, static_cast<unsigned>(size), 3);
      constexpr std::size_t k = 5;
      std::map<std::uint32_t, std::uint64_t> expected;
      const std::size_t n = size < k ? 0 : size - k + 1;
      for (std::size_t window = 0; n > 0 && window + std::min(w, n) <= n; ++window) {
        std::size_t least = window;
        for (std::size_t i = window; i < window + std::min(w, n); ++i) {
          if (sip(text.substr(i, k), subkeys.order) <= sip(text.substr(least, k), subkeys.order)) {
            least = i;
          }
        }
        expected[static_cast<std::uint32_t>(least)] =
            sip(text.substr(least, k), subkeys.fingerprints);
      }
      const Recipe recipe = recipe_of("text/k=5/winnow:w=" + std::to_string(w), key);
      const Fingerprints found = fingerprint(text, recipe, key).value();
      std::map<std::uint32_t, std::uint64_t> given;
      for (std::size_t i = 0; i < found.size(); ++i) given[found.position[i]] = found.hash[i];
      EXPECT_EQ(given, expected) << size << " " << w;
    }
  }
}

// Letters are written in UTF-8 and words as four bytes each, as in methods.md.
TEST(KeyedFingerprints, AreOfTheBytesThatAreWritten) {
  const Key key = key_of(2);
  const auto f = fingerprint("\u00e9t\u00e9", recipe_of("text/k=2/winnow:w=1", key), key).value();
  EXPECT_EQ(f.hash, (std::vector<std::uint64_t>{sip("\u00e9t", key.subkeys().fingerprints),
                                                sip("t\u00e9", key.subkeys().fingerprints)}));
}

TEST(KeyedFingerprints, OfAnotherKeyShareNothing) {
  const Key a = key_of(1), b = key_of(2);
  const std::string text = letters(2000, 1);
  for (const char* recipe : {"consonants/k=20/rare:s=100", "text/k=9/robust:w=9",
                             "text/k=9/min:s=50", "text/k=9/modp:p=5", "text/k=9/safemodp:w=9"}) {
    const auto of_a = fingerprint(text, recipe_of(recipe, a), a).value();
    const auto of_b = fingerprint(text, recipe_of(recipe, b), b).value();
    EXPECT_GT(of_a.size(), 0u) << recipe;
    for (const std::uint64_t hash : of_a.hash) {
      EXPECT_THAT(of_b.hash, testing::Not(testing::Contains(hash))) << recipe;
    }
  }
}

TEST(KeyedFingerprints, RefuseWhatCannotBeKeyed) {
  const Key a = key_of(1), b = key_of(2);
  const auto refusal = [&](const char* recipe) {
    const auto made = keyed(parse_recipe(recipe).value(), a);
    return made ? "accepted" : made.error().message;
  };
  EXPECT_THAT(refusal("text/k=9/oc:w=9"),
              HasSubstr("'oc' cannot be used with a key; known are winnow"));
  EXPECT_THAT(refusal("text/k=9/modmin:w=9"), HasSubstr("'modmin' cannot"));
  EXPECT_THAT(refusal("text/k=9/winnow:w=9/seed=1"), HasSubstr("no seed"));
  EXPECT_THAT(refusal("words/breakpoint:c=9/none/digest=md5"),
              HasSubstr("cannot be used with a key"));
  const Recipe recipe = recipe_of("text/k=9/winnow:w=9", a);
  EXPECT_THAT(fingerprint("x", recipe, b).error().message, HasSubstr("needs the key " + a.id()));
  EXPECT_THAT(fingerprint("x", parse_recipe("text/k=9/winnow:w=9").value(), b).error().message,
              HasSubstr("has no key"));
  EXPECT_THAT(fingerprint("x", recipe).error().message, HasSubstr("which is not given"));
}

TEST(KeyedChunks, BreakAndDigestByTheKey) {
  const Key a = key_of(1), b = key_of(2);
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "w" + std::to_string(i * i % 997) + " ";
  const auto of = [&](const Key& key) {
    return chunks(text, recipe_of("words:se/breakpoint:c=10/none", key), key).value().chunks;
  };
  EXPECT_EQ(of(a), of(a));
  std::map<std::uint64_t, int> ends;
  for (const Chunk& chunk : of(a)) ++ends[chunk.bytes.end];
  int common = 0;
  for (const Chunk& chunk : of(b)) common += ends.contains(chunk.bytes.end) ? 1 : 0;
  EXPECT_LT(common, static_cast<int>(ends.size()) / 4);  // a tenth, by chance
  // Digests tell nothing about breakpoints, even for chunks of one word.
  int multiples = 0, single = 0;
  for (const Chunk& chunk : of(a)) {
    single += chunk.symbols == 1 ? 1 : 0;
    multiples += chunk.symbols == 1 && chunk.digest % 10 == 0 ? 1 : 0;
  }
  EXPECT_GT(single, 10);
  EXPECT_LT(multiples, single);
}

TEST(Draws, AreOfTheSearchSetAndOthersForEachNumber) {
  const Key key = key_of(3);
  const auto search =
      fingerprint(letters(5000, 4), recipe_of("consonants/k=20/rare:s=1000", key), key).value();
  ASSERT_EQ(search.size(), 1000u);
  const Fingerprints first = draw(search, 100, key, 0), second = draw(search, 100, key, 1);
  ASSERT_EQ(first.size(), 100u);
  EXPECT_TRUE(std::ranges::is_sorted(first.position));
  int common = 0;
  for (const std::uint64_t hash : first.hash) {
    EXPECT_THAT(search.hash, testing::Contains(hash));
    common += static_cast<int>(std::ranges::count(second.hash, hash));
  }
  EXPECT_LT(common, 30);  // 10 by chance
  EXPECT_EQ(draw(search, 100, key, 0).hash, first.hash);
  EXPECT_EQ(draw(search, 5000, key, 0).hash, search.hash);
}

}  // namespace
}  // namespace whorl
