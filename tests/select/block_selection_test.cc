// Selecting in blocks gives the same result as selecting from the whole text, however short the
// blocks are.

#include "fingerprints/select/block_selection.h"

#include <gtest/gtest.h>

#include <string_view>

#include "../sanitizer.h"
#include "samples.h"

namespace whorl::internal::select {
namespace {

std::vector<const Selector*> with_windows() {
  std::vector<const Selector*> rows;
  for (const Selector& row : selectors()) {
    if (row.mark_minima != nullptr) rows.push_back(&row);
  }
  return rows;
}

class BlockSelections : public testing::TestWithParam<const Selector*> {
 protected:
  Recipe recipe(std::uint32_t k, std::uint64_t w) const {
    return samples::recipe(*GetParam(), k, w);
  }
};

// The fingerprints of `text`, selected in blocks of `size` symbols.
Fingerprints in_blocks(const tokens::Bytes& text, std::size_t size, const Recipe& recipe) {
  const std::string_view all(reinterpret_cast<const char*>(text.data()), text.size());
  BlockSelection selection(recipe);
  tokens::BlockSymbols block(selection.reach());
  BlockMinima selected;
  tokens::Symbols before = tokens::Bytes();
  Fingerprints out;
  for (std::size_t at = 0; at == 0 || at < all.size(); at += size) {
    const bool last = at + size >= all.size();
    block.take_bytes(all.substr(at, size));
    block.put_before(before);
    before = block.last(selection.reach());
    const std::uint64_t begin = at - block.before();
    selection.select(block, last, selected);
    selection.add(block, begin, selected, out);
  }
  return out;
}

void expect_as_whole(const tokens::Bytes& text, const Recipe& recipe) {
  const Fingerprints expected = select(tokens::Symbols(text), recipe);
  const std::size_t length = recipe.k + recipe.selector.args[0] - 1;
  for (const std::size_t size : {std::size_t{1}, std::size_t{7}, length - 1, length, length + 1,
                                 std::size_t{64}, 5 * length, text.size() + 1}) {
    if (size == 0) continue;
    const Fingerprints found = in_blocks(text, size, recipe);
    ASSERT_EQ(found.position, expected.position) << samples::describe(recipe) << " size " << size;
    ASSERT_EQ(found.hash, expected.hash) << samples::describe(recipe) << " size " << size;
  }
}

constexpr std::pair<std::uint32_t, std::uint64_t> kLengths[] = {{1, 1},  {1, 5},  {5, 1},  {5, 4},
                                                                {8, 30}, {20, 3}, {30, 21}};

TEST_P(BlockSelections, AreThoseOfTheWhole) {
  const tokens::Bytes real = samples::real_text();
  const std::size_t size = test::kSanitized ? 300 : 1'500;
  for (const auto& [k, w] : kLengths) {
    expect_as_whole(tokens::Bytes(real.begin(), real.begin() + static_cast<std::ptrdiff_t>(size)),
                    recipe(k, w));
    for (const int letters : {2, 4, 256}) {
      expect_as_whole(samples::random_bytes(size, letters, k), recipe(k, w));
    }
  }
}

TEST_P(BlockSelections, AreThoseOfTheWholeWhereTextRepeatsItself) {
  const tokens::Bytes unit = samples::random_bytes(40, 3);
  for (const std::size_t period : {std::size_t{1}, std::size_t{2}, std::size_t{3}, unit.size()}) {
    tokens::Bytes text(test::kSanitized ? 300 : 900);
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = unit[i % period];
    // The period continues after an interruption.
    for (std::size_t i = text.size() / 2; i < text.size() / 2 + 5; ++i) text[i] = 'x';
    for (const auto& [k, w] : kLengths) expect_as_whole(text, recipe(k, w));
  }
}

TEST_P(BlockSelections, AreThoseOfTheWholeOfShortTexts) {
  for (std::size_t size = 0; size < 30; ++size) {
    for (const auto& [k, w] : kLengths) {
      expect_as_whole(samples::random_bytes(size, 3), recipe(k, w));
    }
  }
}

TEST_P(BlockSelections, AreThoseOfTheWholeOfAllTextsOfTwoLetters) {
  constexpr std::size_t kSize = 11;
  for (unsigned bits = 0; bits < 1u << kSize; ++bits) {
    tokens::Bytes text(kSize);
    for (std::size_t i = 0; i < kSize; ++i) text[i] = "ab"[bits >> i & 1];
    for (const auto& [k, w] : {std::pair{1u, 2u}, {1u, 4u}, {2u, 3u}}) {
      const Fingerprints expected = select(tokens::Symbols(text), recipe(k, w));
      for (const std::size_t size : {1u, 2u, 3u, 5u}) {
        ASSERT_EQ(in_blocks(text, size, recipe(k, w)).position, expected.position)
            << samples::describe(recipe(k, w)) << " text " << bits << " size " << size;
      }
    }
  }
}

// A text of this size is split between threads, whose parts are joined like blocks.
TEST_P(BlockSelections, AreTheSameOnSeveralThreads) {
  const tokens::Bytes text = samples::random_bytes(4'300'000, 4);
  for (const auto& [k, w] : {std::pair{5u, 4u}, {20u, 300u}}) {
    SelectionMemory memory;
    Fingerprints on_one, on_three;
    select(std::span<const std::uint8_t>(text), recipe(k, w), 1, memory, on_one);
    select(std::span<const std::uint8_t>(text), recipe(k, w), 3, memory, on_three);
    ASSERT_EQ(on_three.position, on_one.position) << samples::describe(recipe(k, w));
    ASSERT_EQ(on_three.hash, on_one.hash) << samples::describe(recipe(k, w));
  }
}

INSTANTIATE_TEST_SUITE_P(Table, BlockSelections, testing::ValuesIn(with_windows()),
                         [](const auto& tested) { return std::string(tested.param->name); });

}  // namespace
}  // namespace whorl::internal::select
