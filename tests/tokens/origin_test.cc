#include "tokens/origin.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace whorl::internal::tokens {
namespace {

RC_GTEST_PROP(KeepBitmap, SelectsTheKeptBytesInOrder, ()) {
  const auto words = *rc::gen::container<std::vector<std::uint64_t>>(
      rc::gen::oneOf(rc::gen::just<std::uint64_t>(0), rc::gen::just(~std::uint64_t{0}),
                     rc::gen::arbitrary<std::uint64_t>()));
  const KeepBitmap kept(words, words.size() * 64);
  std::uint64_t i = 0;
  for (std::uint64_t byte = 0; byte < words.size() * 64; ++byte) {
    if (words[byte / 64] >> byte % 64 & 1) RC_ASSERT(kept.select(i++) == byte);
  }
  RC_ASSERT(kept.kept() == i);
}

RC_GTEST_PROP(PackedSpans, AreTheSpansThatWereAdded, ()) {
  using Numbers = std::vector<std::uint32_t>;
  const auto small = rc::gen::inRange<std::uint32_t>(0, 4);
  const auto number = rc::gen::weightedOneOf<std::uint32_t>(
      {{8, small}, {1, rc::gen::inRange<std::uint32_t>(250, 260)}, {1, rc::gen::just(100000u)}});
  const std::size_t count = *rc::gen::inRange(0, 300);
  const auto steps = *rc::gen::container<Numbers>(count, number);
  const auto lengths = *rc::gen::container<Numbers>(count, number);
  PackedSpans packed;
  std::vector<ByteRange> spans;
  std::uint32_t begin = 0;
  for (std::size_t i = 0; i < count; ++i) {
    begin += steps[i];
    packed.add(begin, begin + lengths[i]);
    spans.push_back({begin, begin + lengths[i]});
  }
  RC_ASSERT(packed.size() == count);
  for (std::size_t i = 0; i < count; ++i) RC_ASSERT(packed[i] == spans[i]);
}

TEST(Origin, OfBytesIsTheByteItself) { EXPECT_EQ(Origin().bytes(3, 7), (ByteRange{3, 7})); }

TEST(Origin, OfExtractedTextLeadsThroughItsRuns) {
  // "<b>ab&amp;cd": "ab" is at 3, "&" comes from 5 bytes at 5, "cd" is at 10.
  const Origin origin = Origin().through({{0, 3, 0}, {2, 5, 5}, {3, 10, 0}});
  EXPECT_EQ(origin.bytes(0, 1), (ByteRange{3, 4}));
  EXPECT_EQ(origin.bytes(1, 3), (ByteRange{4, 10}));
  EXPECT_EQ(origin.bytes(2, 3), (ByteRange{5, 10}));
  EXPECT_EQ(origin.bytes(0, 5), (ByteRange{3, 12}));
}

TEST(Origin, WithoutItsFirstSymbolsNumbersTheOthersFromZero) {
  // Bytes 1, 3, 4 and 7 were kept.
  const Origin kept = Origin(KeepBitmap({0b10011010}, 8)).without_first(2);
  EXPECT_EQ(kept.bytes(0, 1), (ByteRange{4, 5}));
  EXPECT_EQ(kept.bytes(0, 2), (ByteRange{4, 8}));
  // Symbols 0 and 1 come from bytes 0 to 2, symbol 2 from byte 5.
  const Origin folded =
      Origin(Folded{KeepBitmap({0b100001}, 8), KeepBitmap({0b100010}, 8), KeepBitmap({0b101}, 3)})
          .without_first(1);
  EXPECT_EQ(folded.bytes(0, 1), (ByteRange{0, 2}));
  EXPECT_EQ(folded.bytes(0, 2), (ByteRange{0, 6}));
  EXPECT_EQ(Origin().without_first(10).through({{0, 3, 0}}).bytes(0, 1), (ByteRange{13, 14}));
}

}  // namespace
}  // namespace whorl::internal::tokens
