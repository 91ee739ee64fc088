#include "tokens/look_alikes.h"

#include <gtest/gtest.h>

#include <string>

namespace whorl::internal::tokens {
namespace {

std::uint64_t count(std::string_view text) { return find_hidden_characters(text).count; }

TEST(HiddenCharacters, AreFoundInsideWords) {
  for (const char* hidden : {"\u00AD", "\u200B", "\u200C", "\u200D", "\u2060", "\uFEFF"}) {
    for (const char* word : {"ab", "éï", "жу", "αβ"}) {
      const std::string text = std::string(word).insert(std::string(word).size() / 2, hidden);
      EXPECT_EQ(count(text), 1u) << text;
    }
  }
  EXPECT_EQ(count("a\u200B\u00AD\u200Bb c\u2060d"), 4u);
}

TEST(HiddenCharacters, SayWhereTheyAre) {
  const std::string text = std::string(1000, 'x') + "\u200By z\u2060z\n";
  const HiddenCharacters found = find_hidden_characters(text);
  EXPECT_EQ(found.count, 2u);
  EXPECT_EQ(found.where, (ByteRange{1000, 1009}));
}

TEST(HiddenCharacters, DoNotCountWhereScriptsNeedThem) {
  for (const char* text :
       {"", "plain", "\u200Bword", "word\u200B", "word\u200B word", "line-\u00AD\nend",
        "می\u200Cخواهم", "क\u094D\u200Dष", "ภาษา\u200Bไทย", "👩\u200D💻", "don’t — “so”",
        "7\u20608", "a\u200B7", "a\xE2\x80", "\xC2\xAD"}) {
    EXPECT_EQ(count(text), 0u) << text;
  }
}

}  // namespace
}  // namespace whorl::internal::tokens
