// Koala on texts whose relations are known.
#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "../temp_folder.h"
#include "lab/koala_database.h"
#include "lab/koala_ranking.h"
#include "run.h"

namespace whorl::test {
namespace {

namespace tokens = internal::tokens;
using namespace internal::lab;
using testing::ElementsAre;
using testing::HasSubstr;

tokens::Bytes random_consonants(std::size_t count, std::uint32_t seed) {
  constexpr std::string_view kAll = "bcdfghjklmnpqrstvwxyz";
  std::mt19937 random(seed);
  tokens::Bytes out(count);
  // Some letters are more frequent than others, as in real texts.
  for (auto& letter : out)
    letter = static_cast<std::uint8_t>(kAll[std::min(random() % 21, random() % 21)]);
  return out;
}

std::map<std::string, std::uint32_t> prefixes_of(const std::vector<tokens::Bytes>& texts,
                                                 std::size_t k) {
  std::map<std::string, std::uint32_t> counts;
  for (const tokens::Bytes& text : texts) {
    for (std::size_t i = 0; i + k <= text.size(); ++i)
      ++counts[std::string(text.begin() + i, text.begin() + i + std::min<std::size_t>(k, 5))];
  }
  return counts;
}

// The counts of the first letters of substrings never decrease in the order of a ranking.
TEST(KoalaRanking, BeginsWithTheRarest) {
  for (const std::uint32_t k : {3u, 8u}) {
    const std::vector<KoalaText> texts = {{"a", random_consonants(900, 1)},
                                          {"b", random_consonants(700, 2)}};
    for (const Rarity rarity : {Rarity::text, Rarity::database}) {
      std::vector<tokens::Bytes> counted = {texts[0].consonants};
      if (rarity == Rarity::database) counted.push_back(texts[1].consonants);
      const auto counts = prefixes_of(counted, k);
      std::map<std::uint32_t, std::uint32_t> count_of;  // by hash
      for (std::size_t i = 0; i + k <= 900; ++i) {
        const Consonants one = Consonants(texts[0].consonants).subspan(i, k);
        count_of[static_cast<std::uint32_t>(full_fingerprint(one, k)[0] >> 36)] =
            counts.at(std::string(one.begin(), one.begin() + std::min<std::size_t>(k, 5)));
      }
      const RankedHashes ranking = rank_all(texts, {k, Prologue::cut, rarity}, 1'000'000)[0];
      EXPECT_EQ(ranking.size(), full_fingerprint(texts[0].consonants, k).size());
      for (std::size_t i = 1; i < ranking.size(); ++i)
        ASSERT_LE(count_of.at(ranking[i - 1]), count_of.at(ranking[i])) << i;
    }
  }
}

TEST(KoalaRanking, CutsThePrologueOfLongTexts) {
  const KoalaText longer{"a", random_consonants(2'000, 1)},
      shorter{"b", random_consonants(1'999, 1)};
  EXPECT_EQ(counted(longer, Prologue::cut).size(), 1'000u);
  EXPECT_EQ(counted(longer, Prologue::kept).size(), 2'000u);
  EXPECT_EQ(counted(shorter, Prologue::cut).size(), 1'999u);
}

std::vector<std::string> hits_of(const KoalaDatabase& database, std::uint32_t text,
                                 const FrequencyCheck& check, std::uint32_t searched = 9) {
  std::vector<std::string> out;
  for (const KoalaHit& hit : database.search(text, searched, check))
    out.push_back(std::to_string(hit.found) + ": " + std::to_string(hit.ratio).substr(0, 4));
  return out;
}

TEST(KoalaDatabase, FindsWhatIsStoredAmongWhatIsSearched) {
  const std::vector<RankedHashes> rankings = {{1, 2, 3, 4}, {4, 3, 9}, {3, 8, 1}};
  const std::uint32_t all[] = {0, 1, 2}, some[] = {0, 2};
  const KoalaDatabase two(rankings, all, 2);
  EXPECT_THAT(hits_of(two, 0, {0, 0}), ElementsAre("0: 1.00", "1: 1.00", "2: 0.50"));
  EXPECT_THAT(hits_of(two, 0, {0, 0}, 2), ElementsAre("0: 1.00"));
  EXPECT_THAT(hits_of(KoalaDatabase(rankings, some, 3), 1, {0, 0}),
              ElementsAre("0: 0.33", "2: 0.33"));
}

TEST(KoalaDatabase, IgnoresTheCommonestUpToALimit) {
  const std::vector<RankedHashes> rankings = {{1, 2, 3}, {1, 2, 4}, {1, 2, 5}, {1, 6}};
  const std::uint32_t all[] = {0, 1, 2, 3};
  const KoalaDatabase database(rankings, all, 9);
  EXPECT_THAT(hits_of(database, 0, {3, 0}),
              ElementsAre("0: 1.00", "1: 0.66", "2: 0.66", "3: 0.50"));
  EXPECT_THAT(hits_of(database, 0, {3, 1}), ElementsAre("0: 1.00", "1: 0.50", "2: 0.50"));
  EXPECT_THAT(hits_of(database, 0, {3, 9}), ElementsAre("0: 1.00"));
}

// Texts with different words, the same prologue, and a common paragraph of thanks; also a copy, a
// revision, and a text that contains another and is twice as long.
class KoalaExperiment : public testing::Test {
 protected:
  KoalaExperiment() {
    // These letters are rare in bodies, so that what the texts share is among the rarest of all. 28
    // letters have nine substrings, which the frequency check may ignore.
    const std::string prologue = letters(1'000, 1, "vwxyz"), thanks = letters(28, 2, "vwxyz");
    std::vector<std::string> bodies;
    for (std::uint32_t i = 0; i < 24; ++i)
      bodies.push_back(letters(4'000, 100 + i) + thanks + letters(4'000, 200 + i));
    bodies.push_back(bodies[0]);
    bodies.push_back(bodies[1].substr(0, 6'000) + letters(2'000, 3));
    bodies.push_back(bodies[2] + letters(8'000, 4));
    for (std::size_t i = 0; i < bodies.size(); ++i)
      folder_.write("t" + std::to_string(100 + i), prologue + bodies[i]);
    options_.paths = {folder_.path(".")};
    options_.trials = 5;
  }

  static std::string letters(std::size_t count, std::uint32_t seed,
                             std::string_view alphabet = "bcdf") {
    std::mt19937 random(seed);
    std::string out(count, ' ');
    for (char& letter : out) letter = alphabet[random() % alphabet.size()];
    return out;
  }

  TempFolder folder_{"koala"};
  LabOptions options_;
};

TEST_F(KoalaExperiment, FindsRelationsAndLowersFalseHits) {
  const LabReport report = run("koala", options_);
  const LabTable& noise = table(report, "noise");
  for (const auto& row : noise.rows) {
    EXPECT_EQ(std::get<double>(row[column(noise, "least own ratio")]), 1);
    EXPECT_EQ(std::get<double>(row[column(noise, "related found")]), 1);
  }
  const double base = figure(noise, "as in the paper", "false");
  EXPECT_LT(base, figure(noise, "no frequency check", "false"));
  EXPECT_LT(base, figure(noise, "prologue kept", "false"));
  EXPECT_LE(figure(noise, "prologue kept", "false"), figure(noise, "neither", "false"));

  // The copy, in both directions; the revision shares less.
  const LabTable& levels = table(report, "matches");
  const auto& all = levels.rows.back();
  EXPECT_EQ(std::get<double>(all[0]), 1);
  EXPECT_EQ(std::get<std::uint64_t>(all[column(levels, "matches")]), 2u);
  EXPECT_EQ(std::get<std::uint64_t>(all[column(levels, "matches, not identical")]), 0u);
  EXPECT_EQ(std::get<std::uint64_t>(all[column(levels, "documents")]), 2u);
  const auto& half = levels.rows[levels.rows.size() - 4];
  EXPECT_EQ(std::get<double>(half[0]), .5);
  EXPECT_GE(std::get<std::uint64_t>(half[column(levels, "matches, not identical")]), 2u);
}

TEST_F(KoalaExperiment, ShowsWhatSizeAndChanceDo) {
  const LabReport report = run("koala", options_);
  const LabTable& parts = table(report, "part of a text");
  ASSERT_EQ(parts.rows.size(), 6u);
  EXPECT_EQ(std::get<double>(parts.rows[0][column(parts, "match ratio")]), 1);
  EXPECT_NEAR(std::get<double>(parts.rows[5][column(parts, "whole in part")]), .02, .005);
  EXPECT_LT(std::get<double>(parts.rows[5][column(parts, "match ratio")]), .9);

  const LabTable& own = table(report, "a text with itself");
  const double expected = figure(own, "a random 100 against a random 1000", "expected");
  EXPECT_NEAR(figure(own, "a random 100 against a random 1000", "mean match ratio"), expected, .03);
  EXPECT_LT(expected, .2);
  EXPECT_EQ(figure(own, "the rarest 100 against the rarest 1000", "mean match ratio"), 1);
  EXPECT_GE(report.plot->series.size(), 5u);
}

// 373 of a million, ten times as many, and a hundred times as many without those that are hit more
// than once.
TEST_F(KoalaExperiment, CountsHitsByChance) {
  const LabReport report = run("koala", options_);
  const LabTable& chance = table(report, "hits by chance");
  const std::vector<double> a_million = {372.5, 3'718, 36'568};
  ASSERT_EQ(chance.rows.size(), a_million.size());
  for (std::size_t i = 0; i < a_million.size(); ++i) {
    const auto& row = chance.rows[i];
    const double expected = a_million[i] * options_.trials * 5'000 / 1e6;
    EXPECT_NEAR(std::get<double>(row[column(chance, "expected")]), expected, expected / 1'000) << i;
    EXPECT_NEAR(static_cast<double>(std::get<std::uint64_t>(row[column(chance, "hit")])), expected,
                5 * std::sqrt(expected))
        << i;
  }
}

TEST(Koala, RefusesWhatIsAbsurd) {
  EXPECT_THAT(refusal("koala", {}), HasSubstr("give either files and folders"));
  LabOptions options;
  options.random = 100;
  options.k = 0;
  EXPECT_THAT(refusal("koala", options), HasSubstr("k is 0"));
}

}  // namespace
}  // namespace whorl::test
