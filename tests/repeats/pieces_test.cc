#include "jobs/repeats/passages.h"

#include <gtest/gtest.h>

#include "tokens/memory_text.h"

namespace whorl::internal::repeats {
namespace {

constexpr std::uint64_t kFirst = 1'000;  // number of symbols in earlier documents

class Pieces : public testing::Test {
 protected:
  // The pieces of a text whose words [begin, end) are repeated.
  std::vector<std::string> cut(const std::string& text, CutUnit unit,
                               const std::vector<std::pair<std::uint64_t, std::uint64_t>>& words) {
    const tokens::FrontEnd& row = *tokens::find_front_end("words");
    const tokens::Canon canon = *tokens::MemoryText::canonicalize(row, "", text);
    passages_.clear();
    for (const auto& [begin, end] : words) passages_.push_back({kFirst + begin, 0, end - begin});
    pieces_ = pieces_of({text, canon, kFirst}, passages_, unit);
    std::vector<std::string> texts;
    for (const Piece& piece : pieces_) {
      texts.push_back(text.substr(piece.begin, piece.end - piece.begin));
    }
    return texts;
  }

  std::vector<Passage> passages_;
  std::vector<Piece> pieces_;
};

using Texts = std::vector<std::string>;

TEST_F(Pieces, OfRunsReachToTheNextWordThatStays) {
  EXPECT_EQ(cut("(one) two, three! four", CutUnit::run, {{1, 3}}), Texts{"two, three! "});
  EXPECT_EQ(cut("(one) two, three! four.\n", CutUnit::run, {{2, 4}}), Texts{"three! four.\n"});
  EXPECT_EQ(cut("(one) two", CutUnit::run, {{0, 1}}), Texts{"one) "});
  EXPECT_EQ(cut("é ü ö", CutUnit::run, {{1, 2}}), Texts{"ü "});
}

TEST_F(Pieces, ThatTouchAreOne) {
  EXPECT_EQ(cut("a b c d e", CutUnit::run, {{0, 2}, {2, 3}, {4, 5}}), (Texts{"a b c ", "e"}));
  EXPECT_EQ(pieces_[0].symbols, 3u);
  EXPECT_EQ(pieces_[0].passages.size(), 2u);
  EXPECT_EQ(pieces_[1].passages.size(), 1u);
  EXPECT_EQ(pieces_[1].passages[0].at, kFirst + 4);
}

TEST_F(Pieces, HoldNoCharacterOfWhichASymbolStays) {
  const std::string text = "2 cups ½ cups";  // 2, cups, 1, 2, cups
  EXPECT_EQ(cut(text, CutUnit::run, {{3, 5}}), Texts{"cups"});
  EXPECT_EQ(pieces_[0].symbols, 1u);
  EXPECT_EQ(cut(text, CutUnit::run, {{1, 3}}), Texts{"cups "});
  EXPECT_EQ(pieces_[0].symbols, 1u);
  EXPECT_EQ(cut(text, CutUnit::run, {{2, 3}}), Texts{});
  EXPECT_EQ(cut(text, CutUnit::run, {{1, 3}, {3, 5}}), Texts{"cups ½ cups"});
  EXPECT_EQ(pieces_[0].symbols, 4u);
}

TEST_F(Pieces, OfLinesAreWhole) {
  const std::string text = "a b\nc d\n\ne f\ng";
  EXPECT_EQ(cut(text, CutUnit::line, {{1, 4}}), Texts{"c d\n"});
  EXPECT_EQ(cut(text, CutUnit::line, {{0, 1}, {1, 2}}), Texts{"a b\n"});
  EXPECT_EQ(pieces_[0].passages.size(), 2u);
  EXPECT_EQ(cut(text, CutUnit::line, {{0, 4}}), Texts{"a b\nc d\n"});
  EXPECT_EQ(cut(text, CutUnit::line, {{2, 7}}), (Texts{"c d\n", "e f\ng"}));
  EXPECT_EQ(cut(text, CutUnit::line, {{2, 3}, {5, 6}}), Texts{});
}

TEST_F(Pieces, OfParagraphsAreWholeWithTheBlankLinesAfterThem) {
  const std::string text = "a\nb\n\n \nc\nd\n\ne";
  EXPECT_EQ(cut(text, CutUnit::paragraph, {{0, 2}}), Texts{"a\nb\n\n \n"});
  EXPECT_EQ(cut(text, CutUnit::paragraph, {{0, 3}}), Texts{"a\nb\n\n \n"});
  EXPECT_EQ(cut(text, CutUnit::paragraph, {{1, 5}}), (Texts{"c\nd\n\ne"}));
}

TEST_F(Pieces, OfNoPassagesAreNone) {
  for (const CutUnit unit : {CutUnit::run, CutUnit::line, CutUnit::paragraph}) {
    EXPECT_TRUE(cut("a\nb\n", unit, {}).empty());
    EXPECT_TRUE(cut("", unit, {}).empty());
  }
}

}  // namespace
}  // namespace whorl::internal::repeats
