#include "tokens/html/markup.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "random_text.h"
#include "tokens/symbol.h"

namespace whorl::internal::tokens::html {
namespace {

using Spellings = std::vector<std::string>;

Tokens tokens_of(const std::string& page) { return std::get<Tokens>(markup_canon(page).symbols); }

// The part of the page that each token covers.
Spellings spelled(const std::string& page) {
  const Canon canon = markup_canon(page);
  Spellings all;
  for (std::uint32_t i = 0; i < canon.size(); ++i) {
    const ByteRange bytes = canon.origin.bytes(i, i + 1);
    all.push_back(page.substr(bytes.begin, bytes.end - bytes.begin));
  }
  return all;
}

std::string repeated(std::size_t times, const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Markup, IsTagsAttributesAndValues) {
  EXPECT_EQ(spelled("<div class='a b' hidden>one <b>two</b></div><IMG src=x.png alt=\"\"/>"),
            (Spellings{"<div", "class", "a b", "hidden", "<b", "</b>", "</div>", "<IMG", "src",
                       "x.png", "alt"}));
}

TEST(Markup, HasNoTextCommentsOrScripts) {
  EXPECT_EQ(spelled("<p>a &lt;b&gt;</p><!-- <i> --><script>'<u>'</script>"
                    "<style>b{}</style><textarea><s></textarea><hr>"),
            (Spellings{"<p", "<textarea", "</textarea>", "<hr"}));
}

TEST(Markup, HasNoFrame) {
  EXPECT_TRUE(spelled("<!doctype html><html lang=en><head><meta charset=utf-8><title>t</title>"
                      "<link rel=stylesheet href=a.css></head><body class=a></body></html>")
                  .empty());
}

TEST(Markup, IsTheSameHoweverItIsWritten) {
  const std::string page =
      "<ul id=\"a\"><li title='b'>x</li></ul><table><tbody><tr><td>1</td>"
      "</tr></tbody></table>";
  EXPECT_EQ(tokens_of(page),
            tokens_of("<UL\n  ID = c >\n<LI Title=d\n>other</UL><table><tr><td></table>"));
  EXPECT_NE(tokens_of("<ul></ul>"), tokens_of("<ol></ol>"));
  EXPECT_NE(tokens_of("<a href=x>"), tokens_of("<a name=x>"));
  EXPECT_NE(tokens_of("<a></a>"), tokens_of("<a><a>"));
}

TEST(Markup, ValuesAreLiterals) {
  const Tokens tokens = tokens_of("<a href='x'>");
  ASSERT_EQ(tokens.size(), 3u);
  EXPECT_FALSE(is_literal(tokens[0]));
  EXPECT_FALSE(is_literal(tokens[1]));
  EXPECT_TRUE(is_literal(tokens[2]));
}

RC_GTEST_PROP(Markup, StandsInThePageInOrder, ()) {
  const std::string text = *any_text();
  const auto cut = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
  const std::string page = text.substr(0, cut) + "<a b='" + text.substr(cut) + "<c d=e></a";
  const Canon canon = markup_canon(page);
  std::uint64_t end = 0;
  for (std::uint32_t i = 0; i < canon.size(); ++i) {
    const ByteRange bytes = canon.origin.bytes(i, i + 1);
    RC_ASSERT(bytes.begin >= end && bytes.begin < bytes.end && bytes.end <= page.size());
    end = bytes.end;
  }
}

TEST(Markup, OutweighsTextOfFewerThanFiveLettersATag) {
  EXPECT_TRUE(markup_outweighs_text(repeated(10, "<li>four</li> ")));
  EXPECT_FALSE(markup_outweighs_text(repeated(10, "<li>fives</li> ")));
  EXPECT_TRUE(markup_outweighs_text(repeated(10, "<li>&#252;b&#32;&nbsp;er</li> ") +
                                    "<!-- long --><script>var long = 1;</script>"));
  EXPECT_FALSE(markup_outweighs_text(repeated(10, "<li>\u6f22\u6f22\u6f22\u6f22\u6f22</li>")));
}

TEST(Markup, OfLessThanTenTagsIsTooLittle) {
  EXPECT_FALSE(markup_outweighs_text(repeated(9, "<td></td>")));
  EXPECT_TRUE(markup_outweighs_text(repeated(10, "<td></td>")));
  EXPECT_FALSE(markup_outweighs_text("<html><head><title></title></head><body>" +
                                     repeated(9, "<td></td>") + "</body></html>"));
}

TEST(Markup, WithinALineIsOfTheText) {
  EXPECT_FALSE(markup_outweighs_text(repeated(50, "<span><a href=x><b>i</b></a></span>")));
}

TEST(Markup, ThatAProgramWroteCountsNot) {
  const std::string page = repeated(50, "<li><br></li>");
  EXPECT_TRUE(markup_outweighs_text("<meta name=viewport content=generator>" + page));
  EXPECT_FALSE(markup_outweighs_text("<meta content='x' NAME=Generator>" + page));
}

}  // namespace
}  // namespace whorl::internal::tokens::html
