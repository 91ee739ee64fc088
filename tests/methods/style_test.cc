// Measures of style, compared with a second count.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "methods/style.h"
#include "tokens/front_ends.h"
#include "whorl/similarity_methods.h"

namespace whorl::internal::methods {
namespace {

double number(const std::string& text, std::string_view name) {
  Settings settings;
  settings.front_end = tokens::find_front_end("words");
  const auto style = style_of(text, settings);
  const auto names = style_names();
  return (*style)[static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())];
}

TEST(Style, CountsWordsMarksAndLengths) {
  const std::string text = "The cat, and the dog; so be it. Is that all? Ünder the moon it is.";
  EXPECT_DOUBLE_EQ(number(text, "the"), 300.0 / 16);
  EXPECT_DOUBLE_EQ(number(text, "is"), 200.0 / 16);
  EXPECT_DOUBLE_EQ(number(text, ","), 100.0 / 16);
  EXPECT_DOUBLE_EQ(number(text, "?"), 100.0 / 16);
  EXPECT_DOUBLE_EQ(number(text, "words a sentence"), 16.0 / 3);
  EXPECT_NEAR(number(text, "deviation of words"), std::sqrt((64 + 9 + 25) / 3.0 - 256 / 9.0), 1e-9);
  // 3 3 3 3 3 2 2 2, 2 4 3, 5 3 4 2 2: letters, not bytes
  EXPECT_DOUBLE_EQ(number(text, "letters a word"), 46.0 / 16);
}

TEST(Style, IsAbsentWhereATextIsTooShort) {
  EXPECT_TRUE(std::isnan(number("One sentence only.", "words a sentence")));
  EXPECT_TRUE(std::isnan(number("", "the")));
  EXPECT_TRUE(std::isnan(number("a word", "distinct of 500 words")));
  std::string text;
  for (int i = 0; i < 600; ++i) text += "w" + std::to_string(i % 50) + " ";
  EXPECT_DOUBLE_EQ(number(text, "distinct of 500 words"), 10);
}

TEST(Style, TellsWritersApart) {
  const std::string a = "The sea and the sky, and the wind, and so on to the end of the world.";
  const std::string b = "Which of them was it? It must have been one of us, if not both of us.";
  const auto far = [](const std::string& x, const std::string& y) {
    return whorl::measure(x, y, {{"style"}, {}})->front().figures.distance;
  };
  EXPECT_DOUBLE_EQ(*far(a, a), 0);
  EXPECT_GT(*far(a, b), 10);
  EXPECT_FALSE(far("", a));
}

}  // namespace
}  // namespace whorl::internal::methods
