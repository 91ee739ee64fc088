
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "fingerprints/select/select.h"
#include "jobs/repeats/runs.h"

namespace whorl::internal::repeats {
namespace {

bool holds(const std::vector<Starts>& starts, std::size_t at) {
  return std::ranges::any_of(
      starts, [&](const Starts& range) { return range.begin <= at && at < range.end; });
}

// Starts of runs that occur more than once.
std::set<std::size_t> repeated_starts(const tokens::Tokens& tokens, std::size_t run) {
  std::map<tokens::Tokens, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i + run <= tokens.size(); ++i) {
    places[tokens::Tokens(&tokens[i], &tokens[i] + run)].push_back(i);
  }
  std::set<std::size_t> starts;
  for (const auto& [symbols, at] : places) {
    if (at.size() > 1) starts.insert(at.begin(), at.end());
  }
  return starts;
}

TEST(Candidates, HoldEveryRunThatStandsTwice) {
  std::mt19937 random(1);
  for (const std::uint32_t run : {2u, 3u, 4u, 5u, 8u, 13u}) {
    const Grid grid = *make_grid("words", run);
    std::size_t repeated = 0;
    for (int text = 0; text < 300; ++text) {
      tokens::Tokens tokens(random() % (10 * run * run));
      for (auto& token : tokens) token = static_cast<std::uint32_t>(random() % 2);
      if (text % 2 == 0)
        tokens.insert(tokens.end(), tokens.begin(),
                      tokens.begin() + static_cast<std::ptrdiff_t>(tokens.size() / 3));
      const Fingerprints selected = select::select(tokens::Symbols(tokens), grid.recipe);
      SeenTable seen(4096);
      for (const std::uint64_t hash : selected.hash) seen.add(hash);
      const auto starts = candidate_starts(
          selected, tokens.size(), grid, [&](std::uint64_t hash) { return seen.met_again(hash); });
      for (const std::size_t at : repeated_starts(tokens, run)) {
        ++repeated;
        EXPECT_TRUE(holds(starts, at)) << run << " " << at;
      }
      for (std::size_t i = 0; i < starts.size(); ++i) {
        EXPECT_LT(starts[i].begin, starts[i].end);
        EXPECT_LE(starts[i].end + run, tokens.size() + 1);
        EXPECT_LE(starts[i].end - starts[i].begin, grid.window);
        if (i > 0) {
          EXPECT_LE(starts[i - 1].end, starts[i].begin);
        }
      }
    }
    EXPECT_GT(repeated, 100u) << run;
  }
}

TEST(Candidates, OfCopiedTextAreTheSameBlocksButForTheEnds) {
  const Grid grid = *make_grid("words", 50);
  std::mt19937 random(1);
  tokens::Tokens copied(2'000);
  for (auto& token : copied) token = static_cast<std::uint32_t>(random());
  const auto blocks_behind = [&](std::size_t others) {
    tokens::Tokens tokens(others);
    for (auto& token : tokens) token = static_cast<std::uint32_t>(random());
    tokens.insert(tokens.end(), copied.begin(), copied.end());
    std::set<std::pair<std::size_t, std::size_t>> blocks;
    for (const Starts& block :
         candidate_starts(select::select(tokens::Symbols(tokens), grid.recipe), tokens.size(), grid,
                          [](std::uint64_t) { return true; })) {
      if (block.begin >= others) blocks.emplace(block.begin - others, block.end - others);
    }
    return blocks;
  };
  const auto alone = blocks_behind(0), behind = blocks_behind(777);
  EXPECT_GT(alone.size(), 100u);
  EXPECT_GE(std::ranges::count_if(alone, [&](const auto& block) { return behind.contains(block); }),
            static_cast<std::ptrdiff_t>(alone.size()) - 1);
}

TEST(Candidates, OfTextWithoutRepeatsAreNone) {
  const Grid grid = *make_grid("words", 50);
  tokens::Tokens tokens(5'000);
  for (std::size_t i = 0; i < tokens.size(); ++i) tokens[i] = static_cast<std::uint32_t>(i);
  const Fingerprints selected = select::select(tokens::Symbols(tokens), grid.recipe);
  SeenTable seen(1 << 20);
  for (const std::uint64_t hash : selected.hash) seen.add(hash);
  EXPECT_TRUE(candidate_starts(selected, tokens.size(), grid, [&](std::uint64_t hash) {
                return seen.met_again(hash);
              }).empty());
}

TEST(Grid, SpansTheRunExactly) {
  for (std::uint32_t run = 2; run < 200; ++run) {
    const Grid grid = *make_grid("words", run);
    EXPECT_EQ(grid.recipe.k + grid.window - 1, run);
    EXPECT_EQ(grid.recipe.selector.args[0], grid.window);
  }
}

TEST(Grid, RefusesWhatLeavesLettersOut) {
  for (const char* name : {"consonants", "code:c", "html:words", "bytes", "nothing", ""}) {
    EXPECT_FALSE(make_grid(name, 50)) << name;
  }
  EXPECT_FALSE(make_grid("words", 1));
  EXPECT_FALSE(make_grid("words", 65'537));
  EXPECT_TRUE(make_grid("words:se", 65'536));
}

TEST(SeenTable, CountsToTwo) {
  SeenTable table(1 << 16);
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> hashes(1'000);
  for (auto& hash : hashes) hash = random();
  for (const std::uint64_t hash : hashes) table.add(hash);
  std::size_t again = 0;
  for (const std::uint64_t hash : hashes) {
    EXPECT_TRUE(table.met(hash));
    again += table.met_again(hash);
  }
  EXPECT_LT(again, 5u);
  for (const std::uint64_t hash : hashes) table.add(hash);
  for (const std::uint64_t hash : hashes) EXPECT_TRUE(table.met_again(hash));
  std::size_t met = 0;
  for (int i = 0; i < 10'000; ++i) met += table.met(random());
  EXPECT_LT(met, 100u);
}

// One slot in ten is taken by chance, and far fewer both slots of a hash.
TEST(SeenTable, SeldomTakesOneHashForAnother) {
  constexpr std::size_t kHashes = 26'000;
  SeenTable table(1 << 16);
  ASSERT_EQ(table.slots() / kHashes, 10u);
  std::mt19937_64 random(2);
  std::vector<std::uint64_t> hashes(kHashes);
  for (auto& hash : hashes) hash = random();
  for (const std::uint64_t hash : hashes) table.add(hash);
  const auto again =
      std::ranges::count_if(hashes, [&](std::uint64_t hash) { return table.met_again(hash); });
  EXPECT_LT(again, kHashes / 20);
}

TEST(SeenTable, KeepsToItsBytes) {
  EXPECT_EQ(SeenTable(0).slots(), 8u * 32);
  EXPECT_EQ(SeenTable(1000).slots(), 64u * 32);
  EXPECT_EQ(SeenTable(1 << 20).slots(), (1u << 17) * 32);
}

RunAt block(std::uint64_t hash, std::uint64_t at) { return RunAt({hash, hash * 7}, at); }

TEST(KnownBlocks, KnowWhereABlockBeganFirst) {
  KnownBlocks known(1 << 16);
  for (std::uint64_t i = 1; i <= 1'000; ++i) EXPECT_FALSE(known.find_or_add(block(i, 10 * i)));
  for (std::uint64_t i = 1; i <= 1'000; ++i) EXPECT_EQ(known.find_or_add(block(i, 99'999)), 10 * i);
}

TEST(KnownBlocks, OfWhichOneDigitDiffersAreTwo) {
  KnownBlocks known(1 << 16);
  const base::Hash128 hash = {1, 1};
  EXPECT_FALSE(known.find_or_add(RunAt(hash, 5)));
  for (unsigned bit = 0; bit < 61; ++bit) {
    const std::uint64_t other = hash.high ^ std::uint64_t{1} << bit;
    EXPECT_FALSE(known.find_or_add(RunAt({other, hash.low}, 100 + bit))) << bit;
    if (bit >= 34) {
      const std::uint64_t low = hash.low ^ std::uint64_t{1} << bit;
      EXPECT_FALSE(known.find_or_add(RunAt({hash.high, low}, 200 + bit))) << bit;
    }
  }
  EXPECT_EQ(known.find_or_add(RunAt(hash, 6)), 5u);
}

TEST(KnownBlocks, ForgetThoseThatWereNotAskedForLongest) {
  KnownBlocks known(128);  // two tables of three blocks
  for (const std::uint64_t i : {1, 2, 3}) EXPECT_FALSE(known.find_or_add(block(i, 10 * i)));
  EXPECT_EQ(known.find_or_add(block(2, 500)), 20u);
  for (const std::uint64_t i : {4, 5}) EXPECT_FALSE(known.find_or_add(block(i, 10 * i)));
  for (const std::uint64_t i : {2, 4, 5}) EXPECT_EQ(known.find_or_add(block(i, 500)), 10 * i);
  for (const std::uint64_t i : {1, 3}) EXPECT_FALSE(known.find_or_add(block(i, 600)));
  EXPECT_EQ(known.find_or_add(block(1, 500)), 600u);
}

TEST(KnownBlocks, RememberWhatIsAskedForAgainAndAgain) {
  KnownBlocks known(1 << 16);
  EXPECT_FALSE(known.find_or_add(block(1, 5)));
  for (std::uint64_t i = 2; i <= 100'000; ++i) {
    EXPECT_FALSE(known.find_or_add(block(i, i)));
    ASSERT_EQ(known.find_or_add(block(1, i)), 5u) << i;
  }
}

}  // namespace
}  // namespace whorl::internal::repeats
