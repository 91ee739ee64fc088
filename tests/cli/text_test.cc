#include "cli/text.h"

#include <gtest/gtest.h>

#include "cli/parse.h"

namespace whorl::cli {
namespace {

TEST(Printable, NothingSteersTheTerminal) {
  EXPECT_EQ(printable("a\nb\tc\r\x1b[2J\x7f"), "a\\nb\\tc\\r\\x1b[2J\\x7f");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\xc2\\x9b31m");                                       // C1 control
  EXPECT_EQ(printable("a\xE2\x80\xAEtxt"), "a\\xe2\\x80\\xaetxt");  // right-to-left override
  EXPECT_EQ(printable("\xFF\xC0z\xE2\x82"), "\\xff\\xc0z\\xe2\\x82");
}

TEST(Printable, LettersOfAllScriptsStay) { EXPECT_EQ(printable("zoë 中文 𝄞"), "zoë 中文 𝄞"); }

TEST(Shortened, KeepsBothEndsAndWholeCharacters) {
  EXPECT_EQ(shortened("submission", 10), "submission");
  EXPECT_EQ(shortened("submissions/ann/main.c", 10), "sub…main.c");
  EXPECT_EQ(shortened("ëëëëëëëëëëëë", 7), "ëë…ëëëë");
}

TEST(Wrapped, KeepsToTheWidth) {
  EXPECT_EQ(wrapped("one two three\n\nfour", 2, 9), "  one two\n  three\n\n  four\n");
}

TEST(Nearest, FindsSwapsAndBeginnings) {
  EXPECT_EQ(nearest("nosie", {"quiet", "noise"}), "noise");
  EXPECT_EQ(nearest("min", {"limit", "min-similarity"}), "min-similarity");
  EXPECT_EQ(nearest("frobnicate", {"limit", "noise"}), "");
}

TEST(Values, SharesAndPercentages) {
  EXPECT_EQ(parse_share("0.25").value(), 0.25);
  EXPECT_EQ(parse_share("25%").value(), 0.25);
  for (const char* wrong : {"", "%", "1.5", "-0.1", "nan", "101%", "0.5x"}) {
    EXPECT_FALSE(parse_share(wrong)) << wrong;
  }
  EXPECT_EQ(parse_max_share("10").value().value, 10);
  EXPECT_TRUE(parse_max_share("5%").value().percent);
  for (const char* wrong : {"", "1", "2.5", "0%", "inf", "1e30", "-3"}) {
    EXPECT_FALSE(parse_max_share(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace whorl::cli
