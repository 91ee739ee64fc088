// How two texts are aligned from a seed outwards.
#include "jobs/repeats/near_alignment.h"

#include <gtest/gtest.h>

#include <numeric>

#include "../temp_folder.h"

namespace whorl::internal::repeats {
namespace {

using Text = std::vector<std::uint64_t>;

Text counted_from(std::uint64_t begin, std::size_t size) {
  Text words(size);
  std::iota(words.begin(), words.end(), begin);
  return words;
}

class Align : public testing::Test {
 protected:
  // Of the two texts, from the word of the earlier one that both have at `at` of the later one.
  std::vector<near::EqualRun> runs(const Text& earlier, const Text& later, std::uint64_t at,
                                   std::uint64_t first) {
    WordReader words = written({earlier, later});
    const std::uint64_t begin = earlier.size(), end = begin + later.size();
    auto found = aligned(words, {begin + at, first}, {begin, end}, {0, begin});
    for (near::EqualRun& run : found) run.at -= begin;
    EXPECT_TRUE(words.status());
    return found;
  }

  std::vector<near::EqualRun> aligned(WordReader& words, const Seed& seed, const Extent& later,
                                      const Extent& earlier) {
    Aligner aligner(words, rule_);
    const auto runs = aligner.align(seed, later, earlier);
    return {runs.begin(), runs.end()};
  }

  WordReader written(const std::vector<Text>& texts) {
    const std::string path = folder_.path("words");
    auto writer = WordWriter::create(base::FileSystem::scratch(), path);
    for (const Text& text : texts) EXPECT_TRUE(writer->append(text));
    EXPECT_TRUE(writer->finish());
    return *WordReader::open(base::FileSystem::scratch(), path, 1);
  }

  test::TempFolder folder_{"near"};
  near::NearRule rule_ = *near::make_near_rule(0.9, 50);
};

TEST_F(Align, GoesOnBehindAChangedWord) {
  const Text earlier = counted_from(0, 40);
  Text later = earlier;
  later[20] = 999;
  const std::vector<near::EqualRun> expected = {{0, 0, 20}, {21, 21, 19}};
  for (const std::uint64_t seed : {0, 10, 25, 36}) {
    EXPECT_EQ(runs(earlier, later, seed, seed), expected) << seed;
  }
}

TEST_F(Align, GoesOnBehindWordsThatWereAddedOrLeftOut) {
  const Text earlier = counted_from(0, 40);
  Text added = earlier, left_out = earlier;
  added.insert(added.begin() + 20, {700, 701});
  left_out.erase(left_out.begin() + 20, left_out.begin() + 23);
  EXPECT_EQ(runs(earlier, added, 0, 0), (std::vector<near::EqualRun>{{0, 0, 20}, {22, 20, 20}}));
  EXPECT_EQ(runs(earlier, left_out, 30, 33),
            (std::vector<near::EqualRun>{{0, 0, 20}, {20, 23, 17}}));
}

TEST_F(Align, EndsAtAGapThatIsTooLong) {
  const Text earlier = counted_from(0, 60);
  Text later = earlier;
  std::fill(later.begin() + 20, later.begin() + 20 + static_cast<std::ptrdiff_t>(rule_.gap), 999);
  EXPECT_EQ(runs(earlier, later, 0, 0).size(), 2U);
  later[20 + rule_.gap] = 999;
  EXPECT_EQ(runs(earlier, later, 0, 0), (std::vector<near::EqualRun>{{0, 0, 20}}));
}

TEST_F(Align, CountsWordsInRunsOfThree) {
  const Text earlier = counted_from(0, 24);
  Text later = earlier;
  later[20] = later[23] = 999;  // 21 and 22 are isolated
  EXPECT_EQ(runs(earlier, later, 0, 0), (std::vector<near::EqualRun>{{0, 0, 20}}));
}

TEST_F(Align, NeedsARunAsLongAsTheSeed) {
  const Text earlier = counted_from(0, 30);
  Text later = counted_from(100, 30);
  std::copy_n(earlier.begin() + 5, rule_.seed, later.begin() + 9);
  EXPECT_EQ(runs(earlier, later, 9, 5), (std::vector<near::EqualRun>{{9, 5, rule_.seed}}));
  later[9] = 999;
  EXPECT_TRUE(runs(earlier, later, 10, 6).empty());
}

TEST_F(Align, StaysWithinBothDocuments) {
  const Text text = counted_from(0, 30);
  WordReader words = written({text, text, text, text});
  const auto found = aligned(words, {95, 35}, {90, 120}, {30, 60});
  EXPECT_EQ(found, (std::vector<near::EqualRun>{{90, 30, 30}}));
}

TEST_F(Align, DoesNotOverlapInOneDocument) {
  const Text text(100, 7);  // one word, again and again
  WordReader words = written({text});
  for (const auto& [at, first] : {std::pair{50, 0}, {60, 10}, {20, 5}}) {
    const Seed seed{static_cast<std::uint64_t>(at), static_cast<std::uint64_t>(first)};
    for (const near::EqualRun& run : aligned(words, seed, {0, 100}, {0, 100})) {
      EXPECT_LE(run.first + run.symbols, run.at);
      EXPECT_LE(run.at + run.symbols, 100U);
    }
  }
}

TEST_F(Align, SaysWhatCouldNotBeRead) {
  WordReader words = written({counted_from(0, 10)});
  std::filesystem::resize_file(folder_.path("words"), 4);
  EXPECT_EQ(words[9], 0U);
}

}  // namespace
}  // namespace whorl::internal::repeats
