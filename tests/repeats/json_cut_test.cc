#include "jobs/repeats/output.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

namespace whorl::internal::repeats {
namespace {

std::string decoded(const std::string& raw) {
  return nlohmann::json::parse(raw).get<std::string>();
}

Piece piece(std::size_t begin, std::size_t end) { return {begin, end, 1, {}}; }

TEST(JsonCut, LeavesWhatStaysAsItWasWritten) {
  const std::string raw = R"("a\u00e9b\ud83d\ude00c\n\"d\/\u0041\u4e2d€")";
  const std::string text = decoded(raw);
  ASSERT_EQ(text, "aéb😀c\n\"d/A中€");
  const std::vector<Piece> none;
  EXPECT_EQ(cut_json_string(raw, none, "X").kept, raw);
  const std::vector<Piece> face = {piece(4, 8)};
  EXPECT_EQ(cut_json_string(raw, face, "").kept, R"("a\u00e9bc\n\"d\/\u0041\u4e2d€")");
  EXPECT_EQ(cut_json_string(raw, face, "[x]").kept, R"("a\u00e9b[x]c\n\"d\/\u0041\u4e2d€")");
  const std::vector<Piece> all = {piece(0, text.size())};
  EXPECT_EQ(cut_json_string(raw, all, "").kept, R"("")");
  const std::vector<Piece> ends = {piece(0, 1), piece(text.size() - 3, text.size())};
  EXPECT_EQ(cut_json_string(raw, ends, "-").kept, R"("-\u00e9b\ud83d\ude00c\n\"d\/\u0041\u4e2d-")");
}

// Any text in any JSON spelling, cut between any characters.
TEST(JsonCut, CutsWhatTheTextSays) {
  std::mt19937 random(1);
  const std::vector<std::string> spellings = {
      "a", " ", "\\n", "\\\\", "\\\"", "\\u0041", "\\u00E9", "\\u20ac", "\\uD83D\\uDE00",
      "é", "€", "😀",  "\\/",  "\\t"};
  for (int round = 0; round < 500; ++round) {
    std::string raw = "\"";
    std::vector<std::size_t> ends = {0};
    std::string text;
    for (std::size_t i = random() % 30; i > 0; --i) {
      const std::string& spelling = spellings[random() % spellings.size()];
      raw += spelling;
      text += decoded("\"" + spelling + "\"");
      ends.push_back(text.size());
    }
    raw += '"';
    std::vector<std::size_t> places;
    for (const std::size_t end : ends) {
      if (random() % 3 == 0) places.push_back(end);
    }
    std::vector<Piece> pieces;
    std::string expected;
    std::size_t at = 0;
    for (std::size_t i = 0; i + 1 < places.size(); i += 2) {
      pieces.push_back(piece(places[i], places[i + 1]));
      expected += text.substr(at, places[i] - at) + "#";
      at = places[i + 1];
    }
    expected += text.substr(at);
    const CutString cut = cut_json_string(raw, pieces, "#");
    EXPECT_EQ(decoded(cut.kept), expected) << raw;
    ASSERT_EQ(cut.cut.size(), pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      EXPECT_EQ(decoded("\"" + std::string(cut.cut[i]) + "\""),
                text.substr(pieces[i].begin, pieces[i].end - pieces[i].begin));
    }
  }
}

}  // namespace
}  // namespace whorl::internal::repeats
