#include "tokens/lines.h"

#include <gtest/gtest.h>

#include <string>

namespace whorl::internal::tokens {
namespace {

TEST(Lines, EndAfterEveryKindOfLineEnd) {
  const Lines lines("a\nb\r\nc\rd");
  EXPECT_EQ(lines.count(), 4u);
  EXPECT_EQ(lines.line_of(0), 1u);
  EXPECT_EQ(lines.line_of(1), 1u);
  EXPECT_EQ(lines.line_of(2), 2u);
  EXPECT_EQ(lines.line_of(4), 2u);
  EXPECT_EQ(lines.line_of(5), 3u);
  EXPECT_EQ(lines.line_of(7), 4u);
  EXPECT_EQ(lines.line_of(99), 4u);
  EXPECT_EQ(lines.range(2), (ByteRange{2, 5}));
  EXPECT_EQ(lines.range(4), (ByteRange{7, 8}));
}

TEST(Lines, OfTextThatEndsWithALineEndHaveNoEmptyLast) {
  EXPECT_EQ(Lines("a\n").count(), 1u);
  EXPECT_EQ(Lines("a\r\n").count(), 1u);
  EXPECT_EQ(Lines("\n\n").count(), 2u);
}

TEST(Lines, OfEveryLengthAreCounted) {
  std::string text;
  for (std::size_t length = 0; length < 40; ++length) {
    text += std::string(length, 'x') + (length % 3 == 0 ? "\n" : length % 3 == 1 ? "\r\n" : "\r");
  }
  const Lines lines(text);
  ASSERT_EQ(lines.count(), 40u);
  for (std::uint32_t line = 1; line <= 40; ++line) {
    const ByteRange range = lines.range(line);
    const std::uint64_t line_end = line % 3 == 2 ? 2 : 1;
    EXPECT_EQ(range.end - range.begin, line - 1 + line_end);
    EXPECT_EQ(lines.line_of(range.begin), line);
    EXPECT_EQ(lines.line_of(range.end - 1), line);
  }
}

TEST(Lines, OfNothing) {
  EXPECT_EQ(Lines("").count(), 0u);
  EXPECT_EQ(Lines("").line_of(0), 1u);
}

}  // namespace
}  // namespace whorl::internal::tokens
