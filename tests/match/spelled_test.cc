// Among equal matches the one whose literals and names agree becomes a tile; compared with slow
// versions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>
#include <tuple>
#include <variant>

#include "naive.h"
#include "passages/match/spelling.h"
#include "passages/match/thinner.h"
#include "passages/match/tiling.h"
#include "tokens/canon.h"
#include "tokens/front_ends.h"
#include "tokens/memory_text.h"
#include "whorl/match.h"

namespace whorl::internal::match {
namespace {

constexpr std::uint64_t kNeverRepetitive = ~std::uint64_t{0};

// Symbols in upper case are literals.
std::vector<Spelling> random_spellings(std::mt19937& random, const std::string& symbols,
                                       unsigned values) {
  std::vector<Spelling> spellings;
  for (char symbol : symbols) {
    spellings.push_back(static_cast<Spelling>(2 * (random() % values) | (symbol <= 'Z' ? 1u : 0u)));
  }
  return spellings;
}

std::string mixed_case(std::mt19937& random, std::size_t length) {
  std::string s;
  while (s.size() < length) s.push_back("abAB"[random() % 4]);
  return s;
}

std::uint32_t plain_price(const naive::TwoSides& sides, const Match& match) {
  std::uint32_t price = 0;
  for (std::uint32_t i = 0; i < match.length; ++i) {
    if (sides.a_spellings[match.a + i] == sides.b_spellings[match.b + i]) continue;
    price += sides.a_text[match.a + i] <= 'Z' ? 200 : 1;
  }
  return price;
}

// Repeatedly takes the longest free match; among equally long ones the one with the least cost of
// changes.
std::vector<Match> greedy_tiles(const naive::TwoSides& sides, std::uint32_t least) {
  const std::string &a = sides.a_text, &b = sides.b_text;
  std::vector<bool> a_taken(a.size()), b_taken(b.size());
  std::vector<Match> tiles;
  const auto free = [&](std::size_t i, std::size_t j) {
    return i < a.size() && j < b.size() && a[i] == b[j] && !a_taken[i] && !b_taken[j];
  };
  for (;;) {
    std::vector<std::array<std::uint32_t, 4>> matches;
    for (std::uint32_t i = 0; i < a.size(); ++i) {
      for (std::uint32_t j = 0; j < b.size(); ++j) {
        if (i > 0 && j > 0 && free(i - 1, j - 1)) continue;
        std::uint32_t n = 0;
        while (free(i + n, j + n)) ++n;
        if (n >= least) matches.push_back({~n, plain_price(sides, {i, j, n}), i, j});
      }
    }
    if (matches.empty()) break;
    const auto [length, price, i, j] = *std::ranges::min_element(matches);
    for (std::uint32_t n = 0; n < ~length; ++n) a_taken[i + n] = b_taken[j + n] = true;
    tiles.push_back({i, j, ~length});
  }
  std::ranges::sort(tiles, {}, &Match::a);
  return tiles;
}

TEST(Spelled, TilesAreThoseOfGreedyTilingByLengthThenByChanges) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    naive::TwoSides sides(mixed_case(random, random() % 50), mixed_case(random, random() % 50), 3,
                          1);
    sides.spell(random_spellings(random, sides.a_text, 3),
                random_spellings(random, sides.b_text, 3));
    MaximalMatches found = naive::matches_of(sides, kNeverRepetitive);
    ASSERT_EQ(Tiler().tile(sides.a(), sides.b(), found, base::Cancellation(nullptr)),
              greedy_tiles(sides, 3))
        << sides.a_text << " | " << sides.b_text;
  }
}

TEST(Spelled, ChangesAreCountedAsTheyStand) {
  std::mt19937 random(2);
  for (int round = 0; round < 300; ++round) {
    const std::string text = mixed_case(random, 1 + random() % 70);
    naive::TwoSides sides(text, text, 1, 1);
    sides.spell(random_spellings(random, text, 2), random_spellings(random, text, 2));
    const auto begin = static_cast<std::uint32_t>(random() % text.size());
    const Match match{begin, begin, static_cast<std::uint32_t>(text.size()) - begin};
    ASSERT_EQ(price_of_changes(sides.a_runs[0], begin, sides.b_runs[0], begin, match.length),
              plain_price(sides, match));
  }
}

// The spellings of the literals of a k-gram; if it has none, the spellings of all its symbols.
std::vector<Spelling> telling_spellings(const std::vector<Spelling>& spellings, std::uint32_t at,
                                        std::uint32_t k) {
  std::vector<Spelling> literals;
  for (std::uint32_t i = at; i < at + k; ++i) {
    if (spellings[i] & 1) literals.push_back(spellings[i]);
  }
  if (!literals.empty()) return literals;
  return {spellings.begin() + at, spellings.begin() + at + k};
}

TEST(Spelled, RepetitiveSeedsAreThoseThatFewSpellAlike) {
  constexpr std::uint32_t k = 3;
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    const std::uint64_t most = random() % 5;
    naive::TwoSides sides(mixed_case(random, random() % 40), mixed_case(random, random() % 40), k,
                          1);
    sides.spell(random_spellings(random, sides.a_text, 2),
                random_spellings(random, sides.b_text, 2));
    MaximalMatches found = naive::matches_of(sides, 0);  // all groups are repetitive
    ASSERT_TRUE(found.matches.empty());
    SpelledSeeds().add_matches(sides.a(), sides.b(), found, base::Cancellation(nullptr), most);
    std::map<std::pair<std::string, std::vector<Spelling>>, std::vector<Match>> anchors;
    for (std::uint32_t i = 0; i + k <= sides.a_text.size(); ++i) {
      for (std::uint32_t j = 0; j + k <= sides.b_text.size(); ++j) {
        const auto spelling = telling_spellings(sides.a_spellings, i, k);
        if (sides.a_text.substr(i, k) != sides.b_text.substr(j, k) ||
            spelling != telling_spellings(sides.b_spellings, j, k))
          continue;
        anchors[{sides.a_text.substr(i, k), spelling}].push_back(
            extend(sides.a_runs[0], i, sides.b_runs[0], j));
      }
    }
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> expected, got;
    for (const auto& [key, list] : anchors) {
      for (const Match& m : list) {
        if (list.size() <= most) expected.emplace(m.a, m.b, m.length);
      }
    }
    for (const Match& m : found.matches) got.emplace(m.a, m.b, m.length);
    ASSERT_EQ(got, expected) << sides.a_text << " | " << sides.b_text;
    ASSERT_EQ(got.size(), found.matches.size()) << "a match is there twice";
  }
}

// The start of the passage in b that an excerpt of a matches.
std::string found_at(const std::string& excerpt, const std::string& whole) {
  const auto recipe = parse_recipe("code:c/k=7/winnow:w=2");
  const auto list = passages(excerpt, whole, *recipe);
  if (!list || list->empty()) return "";
  const TextPassage& passage = list->front();
  return whole.substr(passage.b.begin, passage.b.end - passage.b.begin);
}

TEST(Spelled, RowsOfATableAreFoundWhereTheyWereTaken) {
  std::string table = "static const struct row rows[] = {\n";
  std::string rows;
  for (int i = 0; i < 300; ++i) {
    const std::string row =
        "{ " + std::to_string(i * 7) + ", \"name" + std::to_string(i) + "\" },\n";
    table += row;
    if (i >= 211 && i < 219) rows += row;
  }
  EXPECT_EQ(found_at(rows, table + "};\n") + "\n", rows);
}

// Each k-gram is equal to the next but one, so that only a few are anchors.
TEST(Spelled, NumbersOfAnArrayAreFoundWhereTheyWereTaken) {
  std::string array = "int a[] = {", numbers;
  for (int i = 0; i < 900; ++i) {
    const std::string number = std::to_string(i * i % 5003);
    array += number + ", ";
    if (i >= 700 && i < 730) numbers += (numbers.empty() ? "" : ", ") + number;
  }
  EXPECT_EQ(found_at(numbers, array + "};"), numbers);
}

TEST(Spelled, RowsOfNamesAreFoundWhereTheyWereTaken) {
  std::string members, taken;
  for (int i = 0; i < 300; ++i) {
    const std::string member = "struct content *name" + std::to_string(i) + ";\n";
    members += member;
    if (i >= 211 && i < 219) taken += member;
  }
  EXPECT_EQ(found_at(taken, "struct contents {\n" + members + "};\n") + "\n", taken);
}

tokens::Canon tokens_of(const std::string& source) {
  return tokens::MemoryText::canonicalize(*tokens::find_front_end("code"), "c", source).value();
}

TEST(Spelled, SpellingsTellWhatTheTextsTell) {
  const std::string a = "int f(int x) { return g(x, 1, \"one\", 'c') + 2; }";
  const std::string b = "int f(int y) { return h(y, 1, \"two\", 'd') + 2; }";
  const auto x = tokens_of(a), y = tokens_of(b);
  ASSERT_EQ(std::get<tokens::Tokens>(x.symbols), std::get<tokens::Tokens>(y.symbols));
  const auto a_spellings = spellings_of(x, a), b_spellings = spellings_of(y, b);
  const auto size = static_cast<std::uint32_t>(x.size());
  match::Run one{.end = size}, other{.end = size};
  one.spellings = a_spellings.data();
  other.spellings = b_spellings.data();
  for (std::uint32_t at = 0; at < size; ++at) {
    const auto exact = compare_spellings({x, a, at}, {y, b, at}, size - at);
    EXPECT_EQ(price_of_changes(one, at, other, at, size - at), 200 * exact.literals + exact.names);
  }
  EXPECT_EQ(price_of_changes(one, 0, other, 0, size), 403u);
}

TEST(RepeatsRow, IsSoFromTheSecondRowOnAndSevenTokens) {
  const auto repeats = [](std::string_view tokens) {
    const std::vector<std::uint32_t> symbols(tokens.begin(), tokens.end());
    std::string marks;
    for (std::size_t i = 1; i <= symbols.size(); ++i) {
      marks += repeats_row(std::span(symbols).first(i)) ? 'x' : '-';
    }
    return marks;
  };
  EXPECT_EQ(repeats(".i=i,.i=i,.i=i;"), "-----------xxx-");
  EXPECT_EQ(repeats("a,a,a,a,a,a;"), "--------xxx-");
  EXPECT_EQ(repeats("aaaaaaaaa"), "-------xx");
  EXPECT_EQ(repeats("0123456789abcdef0123456789abcdef0"), std::string(31, '-') + "xx");
  EXPECT_EQ(repeats("0123456789abcdefg0123456789abcdefg"), std::string(34, '-'));
}

TEST(CompareSpellings, CountsNamesInRepeatedRows) {
  const std::string a = "struct t x = { . a = b , . c = d , . e = f , . g = 1 } ;";
  const std::string b = "struct t x = { . a = b , . c = q , . r = s , . g = 2 } ;";
  const auto x = tokens_of(a), y = tokens_of(b);
  const auto all = compare_spellings({x, a, 0}, {y, b, 0}, static_cast<std::uint32_t>(x.size()));
  EXPECT_EQ(all.names, 3u);
  EXPECT_EQ(all.names_in_rows, 2u);  // r and s: the row of q repeats fewer than seven tokens
  EXPECT_EQ(all.literals, 1u);
}

TEST(CompareSpellings, CountsWhatIsSpelledWhereNothingDiffersToo) {
  const std::string a = "for (int i = 0; i < n; ++i) s += \"x\";";
  const std::string b = "for (int j = 0; j < n; ++j) s += \"y\";";
  const auto x = tokens_of(a), y = tokens_of(b);
  const auto length = static_cast<std::uint32_t>(x.size());
  EXPECT_EQ(compare_spellings({x, a, 0}, {x, a, 0}, length).spelled, 7u);  // i 0 i n i s "x"
  EXPECT_EQ(compare_spellings({x, a, 0}, {y, b, 0}, length).spelled, 7u);
}

}  // namespace
}  // namespace whorl::internal::match
