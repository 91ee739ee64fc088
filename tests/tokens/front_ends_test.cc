#include "tokens/front_ends.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "random_text.h"
#include "tokens/code/code.h"

namespace whorl::internal::tokens {
namespace {

TEST(FrontEnds, AreCompleteRows) {
  std::set<std::string_view> names;
  for (const FrontEnd& row : front_ends()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(find_front_end(row.name), &row);
    EXPECT_GE(row.version, 1u) << row.name;
    EXPECT_FALSE(row.drops.empty() || row.symbol.empty() || row.source.empty()) << row.name;
    EXPECT_GE(row.noise, 1u) << row.name;
    EXPECT_GE(row.window, 1u) << row.name;
    EXPECT_GE(row.guarantee, row.noise + row.window - 1) << row.name;
    EXPECT_FALSE(row.check("no such argument")) << row.name;
  }
  EXPECT_EQ(find_front_end("nonsense"), nullptr);
}

// Of document after document in the same memory.
void expect_symbols_alone(const std::vector<std::string>& texts) {
  SymbolMemory memory;
  for (const std::string& text : texts) {
    input::Viewable document;
    document.text = text;
    for (const FrontEnd& row : front_ends()) {
      for (const char* argument :
           {"", "words", "words:se", "consonants", "se", "java", "java:strong"}) {
        if (!row.check(argument)) continue;
        const Canon canon = row.canonicalize(document, argument);
        const auto is_equal = [&](auto span) {
          using List = std::vector<typename decltype(span)::value_type>;
          return canon.symbols == Symbols(List(span.begin(), span.end()));
        };
        EXPECT_TRUE(std::visit(is_equal, symbols_of(row, document, argument, memory)))
            << row.name << ':' << argument << ' ' << text.substr(0, 80);
      }
    }
  }
}

TEST(FrontEnds, GiveTheSymbolsAlone) {
  std::string prose;
  while (prose.size() < 9'000) prose += "The qu\u00edck <b>brown</b> f&ouml;x &amp; more. ";
  expect_symbols_alone({prose, "", "plain", "<p>One<svg><title>two", "3 &lt; \u6f22", prose, "x"});
}

RC_GTEST_PROP(FrontEnds, GiveTheSymbolsOfAnyTextAlone, ()) {
  expect_symbols_alone(*rc::gen::container<std::vector<std::string>>(any_text()));
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST(FrontEnds, NameTheVersionsTheyDependOn) {
  const auto versions = [](std::string_view name, std::string_view argument) {
    return versions_of(*find_front_end(name), argument).substr(0, name.size() + 2);
  };
  EXPECT_EQ(versions_of(*find_front_end("bytes"), ""), "bytes 1");
  EXPECT_EQ(versions_of(*find_front_end("text"), "").find("text 2, Unicode "), 0u);
  EXPECT_EQ(versions("words", ""), "words 1");
  EXPECT_EQ(versions("words", "se"), "words 2");
  EXPECT_EQ(versions("html", "words"), "html 1");
  EXPECT_EQ(versions("html", "words:se"), "html 2");
  EXPECT_EQ(versions("code", "java"), "code 3");
  EXPECT_EQ(versions("code", "java:strong"), "code 3");
}

TEST(FrontEnds, OfBytesKeepEveryByte) {
  const FrontEnd* bytes = find_front_end("bytes");
  ASSERT_NE(bytes, nullptr);
  input::Viewable document;
  document.text = "A b\n";
  const Canon canon = bytes->canonicalize(document, "");
  EXPECT_EQ(canon.symbols, Symbols(Bytes{'A', ' ', 'b', '\n'}));
  EXPECT_EQ(canon.origin.bytes(1, 3), (ByteRange{1, 3}));
}

TEST(FrontEnds, OfWordsTakeTheirArgument) {
  const FrontEnd* words = find_front_end("words");
  ASSERT_NE(words, nullptr);
  EXPECT_TRUE(words->check("se"));
  input::Viewable document;
  document.text = "don't";
  EXPECT_EQ(words->canonicalize(document, "").size(), 2u);
  EXPECT_EQ(words->canonicalize(document, "se").size(), 1u);
  EXPECT_NE(words->comparison_class(""), words->comparison_class("se"));
}

TEST(FrontEnds, OfPagesTakeConsonantsToo) {
  const FrontEnd* html = find_front_end("html");
  const FrontEnd* consonants = find_front_end("consonants");
  ASSERT_NE(consonants, nullptr);
  EXPECT_TRUE(html->check("consonants"));
  EXPECT_EQ(html->comparison_class("consonants"), consonants->comparison_class(""));
  input::Viewable page, text;
  page.text = "<p class=x>Se&ntilde;or <b>D</b>on";
  text.text = "Señor Don";
  const Canon of_page = html->canonicalize(page, "consonants");
  EXPECT_EQ(of_page.symbols, consonants->canonicalize(text, "").symbols);
  EXPECT_EQ(of_page.origin.bytes(1, 2), (ByteRange{13, 21}));  // &ntilde;
  EXPECT_EQ(of_page.origin.bytes(2, 4), (ByteRange{22, 28}));  // r <b>D
}

TEST(FrontEnds, SayWhereNothingIsLeftOfATextOfOtherScripts) {
  EXPECT_EQ(note_on_nothing_left(*find_front_end("text"), ""), "");
  EXPECT_NE(note_on_nothing_left(*find_front_end("consonants"), ""), "");
  EXPECT_NE(note_on_nothing_left(*find_front_end("html"), "consonants"), "");
  EXPECT_EQ(note_on_nothing_left(*find_front_end("html"), "words"), "");
}

// A class is never the name of a tokenizer: no language may be taken for prose.
TEST(FrontEnds, ClassesOfLanguagesAreNoOthers) {
  for (const std::string_view language : code::code_languages()) {
    EXPECT_EQ(find_front_end(code::code_comparison_class(language)), nullptr) << language;
  }
}

}  // namespace
}  // namespace whorl::internal::tokens
