#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/ascii_case.h"
#include "plain_text.h"
#include "random_text.h"
#include "tokens/front_ends.h"
#include "tokens/html/elements.h"
#include "tokens/html/extract.h"
#include "tokens/html/scan.h"
#include "tokens/html/tokenizer.h"

namespace whorl::internal::tokens::html {
namespace {

std::string text_of(std::string_view page) { return extract_text(page).text; }

Canon canon_of(const std::string& page, std::string_view argument = "") {
  input::Viewable document;
  document.text = page;
  return find_front_end("html")->canonicalize(document, argument);
}

TEST(DecodeReferences, LeavesMarkupAsItIs) {
  const auto decoded = decode_references("a &amp; b < c &lt;p> &#8217;&bogus; &");
  EXPECT_EQ(decoded.text, "a & b < c <p> \u2019&bogus; &");
  EXPECT_EQ(decode_references("").text, "");
  EXPECT_EQ(decode_references("plain").text, "plain");
}

TEST(DecodeReferences, LeadsBackToTheText) {
  const FrontEnd& row = *find_front_end("entities");
  const std::string text = "caf&eacute;s, R&amp;D";
  input::Viewable document;
  document.text = text;
  const Canon canon = row.canonicalize(document, "text");
  ASSERT_EQ(canon.size(), 7u);  // c a f é s r d
  const ByteRange whole = canon.origin.bytes(3, 4);
  EXPECT_EQ(text.substr(whole.begin, whole.end - whole.begin), "&eacute;");
  const ByteRange last = canon.origin.bytes(6, 7);
  EXPECT_EQ(text.substr(last.begin, last.end - last.begin), "D");
}

TEST(Html, KeepsTextAndDropsTags) {
  EXPECT_EQ(text_of("<p>Hello <b>bold</b>&amp;<i class=x>br</i>ave</p>"), "Hello bold&brave\n");
  EXPECT_EQ(text_of(""), "");
  EXPECT_EQ(text_of("no tags at all"), "no tags at all");
}

TEST(Html, BlocksSeparateWordsAndInlineElementsDoNot) {
  EXPECT_EQ(text_of("a<br>b<td>c<li>d<span>e</span>f<DIV>g</DIV >h"), "a\nb\nc\ndef\ng\nh");
  EXPECT_EQ(text_of("a<p></p><p></p>b"), "a\nb");
  EXPECT_EQ(text_of("a<unknown-element>b"), "ab");
}

TEST(Html, DropsScriptStyleAndComments) {
  EXPECT_EQ(text_of("a<script>if (b < c) '<p>x'</script>d"), "ad");
  EXPECT_EQ(text_of("a<STYLE>p { x: '</p>' }</sTyLe >d"), "ad");
  EXPECT_EQ(text_of("a<!-- <p>x -- y -->d"), "ad");
  EXPECT_EQ(text_of("a<iframe><p>x</iframe>d<noframes>x</noframes>e"), "a\nd\ne");
}

TEST(Html, CommentsEndAsBrowsersEndThem) {
  EXPECT_EQ(text_of("a<!-->b"), "ab");
  EXPECT_EQ(text_of("a<!--->b"), "ab");
  EXPECT_EQ(text_of("a<!---->b"), "ab");
  EXPECT_EQ(text_of("a<!----!>b"), "ab");
  EXPECT_EQ(text_of("a<!--!>x-->b"), "ab");
  EXPECT_EQ(text_of("a<!--x--!>b"), "ab");
  EXPECT_EQ(text_of("a<!--x--->b"), "ab");
  EXPECT_EQ(text_of("a<!--x--y>z-->b"), "ab");
  EXPECT_EQ(text_of("a<!--<!-->b"), "ab");
  EXPECT_EQ(text_of("a<!--unclosed"), "a");
  EXPECT_EQ(text_of("a<!doctype html \">\">b"), "a\">b");
  EXPECT_EQ(text_of("a<!x-->b<?php x ?>c</ x>d</>e"), "abcde");
}

TEST(Html, LessThanIsTextWhereNoTagBegins) {
  EXPECT_EQ(text_of("a < b <3 <"), "a < b <3 <");
  EXPECT_EQ(text_of("x</"), "x</");
  EXPECT_EQ(text_of("x<="), "x<=");
}

TEST(Html, AttributesMayHoldAnything) {
  EXPECT_EQ(text_of("<a title=\"x > y\" b='</a>' c=d>e</a>f"), "ef");
  EXPECT_EQ(text_of("<a b=c\"d>e"), "e");
  EXPECT_EQ(text_of("<a b\"c>e"), "e");
  EXPECT_EQ(text_of("<a =\">x\">e"), "x\">e");
  EXPECT_EQ(text_of("<a b=>e"), "e");
  EXPECT_EQ(text_of("<a b = 'x>y' / c>e"), "e");
  EXPECT_EQ(text_of("a<b c=\"never closed>x</b>"), "a");
}

TEST(Html, RawTextEndsAtItsOwnEndTag) {
  EXPECT_EQ(text_of("<title>a <b> &lt; </titles></title>c"), "a <b> < </titles>\nc");
  EXPECT_EQ(text_of("<textarea>&eacute;<p></textarea>c"), "é<p>\nc");
  EXPECT_EQ(text_of("<xmp>&lt;<b></xmp>c"), "&lt;<b>\nc");
  EXPECT_EQ(text_of("<plaintext><b>&lt;</plaintext>"), "<b>&lt;</plaintext>");
  EXPECT_EQ(text_of("<title>unclosed &amp; <b>"), "unclosed & <b>");
}

TEST(Html, ScriptsHideScriptsInComments) {
  EXPECT_EQ(text_of("<script><!-- <script> </script> --></script>a"), "a");
  EXPECT_EQ(text_of("<script><!-- </script>a"), "a");
  EXPECT_EQ(text_of("<script><!-- <script> </script> </script>a"), "a");
  EXPECT_EQ(text_of("<script><!-- <script> --></script>a"), "a");
  EXPECT_EQ(text_of("<script><!--><script></script>a"), "a");
  EXPECT_EQ(text_of("<script><!-- <script> </script>a"), "");
  EXPECT_EQ(text_of("<script>'</scripty>'</script/x=y>a"), "a");
}

TEST(Html, CdataCountsInForeignContentOnly) {
  EXPECT_EQ(text_of("<svg><![CDATA[a<b>]]></svg>c"), "a<b>\nc");
  EXPECT_EQ(text_of("<p><![CDATA[a<b>]]>c"), "]]>c");
  EXPECT_EQ(text_of("<svg><p><![CDATA[a>c"), "c");
  EXPECT_EQ(text_of("<math><mi>x</mi><![CDATA[y"), "xy");
  EXPECT_EQ(text_of("<svg><foreignObject><![CDATA[a>c"), "c");
  EXPECT_EQ(text_of("<svg/><![CDATA[a>c"), "c");
}

TEST(Html, ForeignStyleAndTitleAreOrdinaryElements) {
  EXPECT_EQ(text_of("<svg><style>p{}<![CDATA[x]]></style><title>a<b>c</title></svg>d"), "ac\nd");
  EXPECT_EQ(text_of("<svg><style>hidden<p>seen"), "seen");
  EXPECT_EQ(text_of("<svg><script/>seen"), "seen");
}

TEST(Html, DecodesReferences) {
  EXPECT_EQ(text_of("&lt;&LT &copy; &notit; &notin; &eacute &eacutex"), "<< © ¬it; ∉ é éx");
  EXPECT_EQ(text_of("&NotEqualTilde;&nvle;"), "≂̸≤⃒");
  EXPECT_EQ(text_of("&CounterClockwiseContourIntegral;"), "∳");
  EXPECT_EQ(text_of("&nosuch; &; & &# &#; &#x; &#xg"), "&nosuch; &; & &# &#; &#x; &#xg");
  EXPECT_EQ(text_of("&#65;&#x42;&#X43&#68 &#x80;&#150;"), "ABCD €–");
  EXPECT_EQ(text_of("&#0;&#xD800;&#x110000;&#99999999999999;"), "\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(text_of("&#x1F600;"), "😀");
}

TEST(Html, PointsAtThePage) {
  const std::string page = "<p>caf&eacute; <b>a</b>b<br>c</p>";
  const Canon canon = canon_of(page);
  EXPECT_EQ(spelled(canon), U"caféabc");
  const auto source = [&](std::size_t first, std::size_t last) {
    const ByteRange range = canon.origin.bytes(first, last);
    return page.substr(range.begin, range.end - range.begin);
  };
  EXPECT_EQ(source(0, 1), "c");
  EXPECT_EQ(source(3, 4), "&eacute;");
  EXPECT_EQ(source(2, 5), "f&eacute; <b>a");
  EXPECT_EQ(source(4, 6), "a</b>b");
  EXPECT_EQ(source(6, 7), "c");
}

TEST(Html, ComposesAcrossTagsAndReferences) {
  EXPECT_EQ(spelled(canon_of("e<b>&#x301;</b>")), U"é");
  EXPECT_EQ(canon_of("e<b>&#x301;</b>").origin.bytes(0, 1), (ByteRange{0, 11}));
}

TEST(Html, GivesWordsOnRequest) {
  EXPECT_EQ(canon_of("<p>Don't<br>b<b>o</b>ld", "words").size(), 3u);
  EXPECT_EQ(canon_of("<p>Don't<br>b<b>o</b>ld", "words:se").size(), 2u);
}

TEST(Html, OfAMillionOpenTagsAndOthersUnclosedTakesLinearTime) {
  for (const char* part : {"<b>", "<svg>", "<svg><desc>", "<a b=\"", "<!--", "<!-- -", "&#", "&n",
                           "<title>", "<script><!--<script>", "</", "<![CDATA[", "<b/",
                           "<svg></desc>", "<textarea>&", "<style></styl", "<math></svg></mi>"}) {
    std::string page;
    for (int i = 0; i < 1'000'000; ++i) page += part;
    EXPECT_LE(extract_text(page).text.size(), page.size()) << part;
  }
}

// A reference by name, at the end of a text and before other text.
std::string_view known_as(std::string_view name) {
  const std::string before_text = std::string(name) + ">and text";
  const std::string_view known = element_of(before_text, 0, name.size()).name;
  EXPECT_EQ(element_of(name, 0, name.size()).name, known) << name;
  return known;
}

TEST(Html, EveryElementIsFoundInAnyCase) {
  for (const char* name :
       {"p", "P", "Br", "tD", "Pre", "MAIN", "tAble", "LeGend", "Section", "noScript", "NOFRAMES",
        "Blockquote", "foreignObject", "ANNOTATION-XML", "H1"}) {
    EXPECT_EQ(known_as(name), base::lower_case(name));
  }
  for (const char* name : {"", "pp", "h\x11", "T\xC4", "\xF0", "P[", "annotation-xm_", "blockquot",
                           "a-very-long-custom-element"}) {
    EXPECT_EQ(known_as(name), "") << name;
  }
  EXPECT_EQ(known_as(std::string_view("p\0", 2)), "");
}

TEST(Html, ATagNameEndsAtTheFirstByteThatCannotBeInIt) {
  for (std::size_t length = 0; length < 20; ++length) {
    for (int c = 0; c < 256; ++c) {
      const char byte = static_cast<char>(c);
      const std::string text = std::string(length, 'x') + byte + "\x01y>z/";
      std::size_t end = 0;
      while (!ends_tag_name(text[end])) ++end;
      for (std::size_t size = 0; size <= text.size(); ++size) {
        EXPECT_EQ(skip_tag_name(std::string_view(text).substr(0, size), 0), std::min(end, size));
      }
    }
  }
}

// Pages of random parts, which are rarely well formed.
rc::Gen<std::string> any_page() {
  const std::vector<std::string> markup = {
      "<p>",       "</p>",    "<b>",    "</b",     "<",        ">",         "&",
      "&amp;",     "&eacute", "&#301;", "&#x",     "<!--",     "-->",       "<script>",
      "</script>", "<svg>",   "</svg>", "<title>", "</title>", "<![CDATA[", "]]>",
      "<a b=\"",   "\"",      "'",      "=",       "/",        "<style>",   "</style>",
      "<math>",    "<mi>",    "<!",     "<?",      "</",       "<xmp>",     "</xmp>"};
  const auto part =
      rc::gen::weightedOneOf<std::string>({{2, rc::gen::elementOf(markup)}, {1, any_snippet()}});
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(part), [](const auto& parts) {
    std::string page;
    for (const auto& p : parts) page += p;
    return page;
  });
}

RC_GTEST_PROP(Html, RunsAscendInTextAndPage, ()) {
  const std::string page = *any_page();
  const ExtractedText extracted = extract_text(page);
  std::uint64_t at = 0, source = 0;
  for (std::size_t i = 0; i < extracted.runs.size(); ++i) {
    const ExtractedRun& run = extracted.runs[i];
    const std::uint64_t next =
        i + 1 < extracted.runs.size() ? extracted.runs[i + 1].at : extracted.text.size();
    RC_ASSERT(run.at == at && next > at);
    RC_ASSERT(run.source >= source);
    const std::uint64_t length = run.length > 0 ? run.length : next - at;
    if (run.length == 0) {
      RC_ASSERT(page.substr(run.source, length) == extracted.text.substr(at, length));
    }
    at = next;
    source = run.source + length;
  }
  RC_ASSERT(at == extracted.text.size() && source <= page.size());
}

RC_GTEST_PROP(Html, OfEscapedTextIsTheText, ()) {
  const std::string text = *any_text();
  std::string page;
  for (char c : text) page += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
  RC_ASSERT(extract_text(page).text == text);
}

}  // namespace
}  // namespace whorl::internal::tokens::html
