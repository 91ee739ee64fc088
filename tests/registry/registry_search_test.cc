// Answers of a search about a text that a registry knows in part.
#include <gmock/gmock.h>

#include <limits>

#include "registries.h"

namespace whorl {
namespace {

using test::prose;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Lt;

class RegistrySearch : public test::Registries {
 protected:
  const std::string folder_of_ = make("registry");
};

TEST_F(RegistrySearch, FindsEveryPlantedRunOfTheGuarantee) {
  Registry registry = write(folder_of_);
  const std::string known = prose(2000, 1);
  add(registry, {.name = "known"}, known);
  constexpr std::size_t kGuarantee = 100;  // k + w - 1 of the scheme's recipe, in letters
  for (std::size_t at = 0; at + 400 < known.size(); at += 371) {
    std::string run;
    for (std::size_t i = at, letters = 0; letters < kGuarantee; ++i) {
      run += known[i];
      letters += known[i] >= 'a' ? 1 : 0;
    }
    const std::string query = prose(300, 2) + run + prose(300, 3);
    const auto answer = search(registry, query, {.singles = true});
    ASSERT_THAT(names(answer), ElementsAre("known")) << at;
    EXPECT_EQ(answer.hits.front().rare, answer.hits.front().shared);
  }
  EXPECT_THAT(names(search(registry, prose(2000, 4))), IsEmpty());
}

TEST_F(RegistrySearch, DocumentsThatWereSetAsideComeBackUntilTheyAreForgotten) {
  Registry registry = write(folder_of_);
  const std::string text = prose(2000, 1);
  const DocumentCodes codes{.owner = "physics", .name = "known"};
  add(registry, codes, text);
  const auto before = search(registry, text, {.only_owner = "physics"});
  ASSERT_TRUE(registry.set_aside(codes).value());
  EXPECT_FALSE(registry.set_aside(codes).value());
  EXPECT_THAT(names(search(registry, text)), IsEmpty());
  EXPECT_EQ(registry.find(codes).value(), std::nullopt);
  ASSERT_TRUE(registry.compact(quiet_));
  ASSERT_EQ(registry.documents_set_aside()->size(), 1u);
  EXPECT_EQ(registry.documents_set_aside()->front().document.codes, codes);
  EXPECT_EQ(registry.forget(1).value(), 0u);
  ASSERT_TRUE(registry.restore(codes).value());
  EXPECT_EQ(to_json(search(registry, text, {.only_owner = "physics"})), to_json(before));

  ASSERT_TRUE(registry.set_aside(codes).value());
  EXPECT_EQ(registry.forget(std::numeric_limits<std::int64_t>::max()).value(), 1u);
  EXPECT_FALSE(registry.restore(codes).value());
  ASSERT_TRUE(registry.compact(quiet_));
  EXPECT_EQ(registry.stats()->postings, 0u);
  EXPECT_EQ(registry.stats()->removed, 0u);
}

// Among 40 runs with the length of the guarantee, a few share only one fingerprint.
TEST_F(RegistrySearch, HidesWhatSharesOneFingerprintWithALongText) {
  Registry registry = write(folder_of_);
  const std::string known = prose(2000, 1);
  add(registry, {.name = "known"}, known);
  std::uint64_t hidden = 0;
  for (std::size_t at = 0; at < 40 * 131; at += 131) {
    const std::string run = known.substr(at, 130);
    const auto plain = search(registry, prose(300, 2) + run + prose(300, 3), {.singles = true});
    const auto answer = search(registry, prose(300, 2) + run + prose(300, 3));
    ASSERT_EQ(plain.hits.size(), 1u);
    EXPECT_EQ(plain.hidden, 0u);
    EXPECT_EQ(answer.hits.size(), plain.hits.front().shared > 1 ? 1u : 0u);
    EXPECT_EQ(answer.hidden, 1 - answer.hits.size());
    EXPECT_EQ(answer.found, answer.hits.size());
    EXPECT_EQ(answer.global.value, answer.hits.empty() ? 0 : plain.global.value);
    EXPECT_THAT(names(search(registry, run)), ElementsAre("known"));
    hidden += answer.hidden;
  }
  EXPECT_GT(hidden, 0u);
}

TEST_F(RegistrySearch, FindsAShortDocumentInALongText) {
  Registry registry = write(folder_of_);
  for (unsigned i = 0; i < 20; ++i) add(registry, {.name = std::to_string(i)}, prose(22, i));
  for (unsigned i = 0; i < 20; ++i) {
    const auto answer = search(registry, prose(400, i + 100) + prose(22, i) + prose(400, i + 200));
    ASSERT_THAT(names(answer), ElementsAre(std::to_string(i)));
    EXPECT_EQ(answer.found, 1u);
    EXPECT_EQ(answer.hidden, 0u);
    EXPECT_GT(answer.global.value, 0);
    EXPECT_FALSE(answer.hits.front().ranges.empty());
  }
}

TEST_F(RegistrySearch, OfSeveralTextsSaysWhatItSaysOfEach) {
  Registry registry = write(folder_of_);
  for (unsigned i = 0; i < 20; ++i) add(registry, {.name = std::to_string(i)}, prose(400, i));
  std::vector<std::string> texts = {"", "short"};
  for (unsigned i = 10; i < 30; ++i) texts.push_back(prose(200, i + 100) + prose(400, i));
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  for (const unsigned threads : {1u, 4u}) {
    const auto answers = registry.search(views, {}, threads, quiet_);
    ASSERT_TRUE(answers.has_value()) << answers.error().message;
    ASSERT_EQ(answers->size(), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      EXPECT_EQ(to_json((*answers)[i]), to_json(search(registry, texts[i]))) << i;
    }
  }
}

TEST_F(RegistrySearch, SaysWhichLinesAreKnown) {
  Registry registry = write(folder_of_);
  add(registry, {.name = "source"}, prose(600, 1));
  const std::string before = prose(240, 2);  // twelve words per line: 20 lines
  const auto answer = search(registry, before + prose(600, 1) + prose(240, 3));
  ASSERT_EQ(answer.hits.size(), 1u);
  ASSERT_EQ(answer.hits.front().ranges.size(), 1u);
  const KnownRange& range = answer.hits.front().ranges.front();
  EXPECT_GE(range.first_line, 21u);
  EXPECT_LE(range.first_line, 23u);
  EXPECT_GE(range.last_line, 68u);
  EXPECT_LE(range.last_line, 70u);
  EXPECT_GE(range.bytes.begin, before.size());
  EXPECT_NEAR(answer.hits.front().contains.value, 1, .05);
  EXPECT_NEAR(answer.hits.front().contained.value, .55, .08);
  EXPECT_THAT(answer.hits.front().contained.low, Lt(answer.hits.front().contained.value));
}

// Searches the text, and a run with the length that the wider windows guarantee.
TEST_F(RegistrySearch, CoarseFindsWhatItGuaranteesWithFewerLookUps) {
  Registry registry = write(folder_of_);
  const std::string known = prose(6000, 1);
  add(registry, {.name = "known"}, known);
  const RegistrySearchOptions coarse{.coarse = 400};
  const auto all = search(registry, known), some = search(registry, known, coarse);
  EXPECT_LT(some.fingerprints * 3, all.fingerprints);
  ASSERT_THAT(names(some), ElementsAre("known"));
  EXPECT_EQ(some.hits.front().contained.value, 1);
  EXPECT_EQ(some.hits.front().contains.value, 1);
  ASSERT_EQ(some.hits.front().ranges.size(), 1u);
  for (std::size_t at = 0; at + 700 < known.size(); at += 997) {
    const auto answer =
        search(registry, prose(300, 2) + known.substr(at, 600) + prose(300, 3), coarse);
    ASSERT_THAT(names(answer), ElementsAre("known")) << at;
  }
}

TEST_F(RegistrySearch, TheSmallestFingerprintsEstimateShares) {
  Registry registry = write(folder_of_);
  add(registry, {.name = "known"}, prose(6000, 1));
  const auto answer = search(registry, prose(6000, 1) + prose(6000, 2), {.smallest = 200});
  EXPECT_EQ(answer.fingerprints, 200u);
  ASSERT_THAT(names(answer), ElementsAre("known"));
  EXPECT_NEAR(answer.hits.front().contained.value, .5, .15);
  EXPECT_NEAR(answer.hits.front().contains.value, 1, .3);
  EXPECT_LE(answer.hits.front().contains.value, 1);
}

TEST_F(RegistrySearch, RefusesToLookFewerUpWhereTheyAreNotAmongTheStored) {
  int made = 0;
  const auto refusal = [&](const std::string& scheme, const RegistrySearchOptions& options) {
    const auto answer =
        write(make(scheme + std::to_string(++made), scheme)).search(prose(300, 1), options);
    return answer ? std::string() : answer.error().message;
  };
  EXPECT_THAT(refusal("koala", {.coarse = 2000}), HasSubstr("rare"));
  EXPECT_THAT(refusal("koala", {.smallest = 10}), HasSubstr("koala stores 100"));
  EXPECT_THAT(refusal("se", {.coarse = 20}), HasSubstr("variance"));
  EXPECT_THAT(refusal("passages", {.coarse = 75}), HasSubstr("at least the stored one's"));
  EXPECT_THAT(refusal("passages", {.coarse = 1ull << 40}), HasSubstr("w"));
}

TEST_F(RegistrySearch, OnlyOneOwnerHasHits) {
  Registry registry = write(folder_of_);
  add(registry, {.owner = "a", .name = "of a"}, prose(300, 1));
  add(registry, {.owner = "b", .name = "of b"}, prose(300, 1));
  const auto answer = search(registry, prose(300, 1) + prose(300, 2), {.only_owner = "b"});
  EXPECT_THAT(names(answer), ElementsAre("of b"));
  EXPECT_THAT(names(search(registry, prose(300, 1), {.only_owner = "c"})), IsEmpty());
  EXPECT_EQ(search(registry, prose(300, 1), {.only_owner = "c"}).global.value, 0);
}

// The candidates that are looked at first have more evidence, and there are too many of them.
TEST_F(RegistrySearch, FindsAnOwnDocumentBehindThousandsOfOthers) {
  Registry registry = write(folder_of_);
  const std::string text = prose(60, 1);
  add(registry, {.owner = "own", .name = "half"}, text.substr(0, text.size() / 2));
  std::string lines;
  for (unsigned i = 0; i < 10'100; ++i) {
    lines +=
        R"({"id":")" + std::to_string(i) + R"(","text":")" + text + std::to_string(i) + "\"}\n";
  }
  AddToRegistryOptions others;
  others.input.paths = {folder_.write("others.jsonl", lines)};
  others.codes.owner = "others";
  ASSERT_TRUE(registry.add(others, quiet_));
  EXPECT_THAT(names(search(registry, text, {.exclude_owner = "others"})), ElementsAre("half"));
  EXPECT_THAT(names(search(registry, text, {.only_owner = "own"})), ElementsAre("half"));
}

TEST_F(RegistrySearch, OneDocumentGoesAndTheOthersOfItsNameStay) {
  Registry registry = write(folder_of_);
  add(registry, {.name = "main.c"}, prose(300, 1));
  add(registry, {.owner = "a", .name = "main.c"}, prose(300, 2));
  EXPECT_TRUE(*registry.remove_one({.name = "main.c"}));
  EXPECT_FALSE(*registry.remove_one({.name = "main.c"}));
  EXPECT_THAT(names(search(registry, prose(300, 1))), IsEmpty());
  EXPECT_THAT(names(search(registry, prose(300, 2))), ElementsAre("main.c"));
}

TEST_F(RegistrySearch, DocumentsAreListedFromANumberOn) {
  Registry registry = write(folder_of_);
  for (unsigned i = 0; i < 5; ++i) add(registry, {.name = std::to_string(i)}, prose(200, i));
  std::vector<RegisteredDocument> all;
  const auto keep = [&](const RegisteredDocument& document) -> Result<bool> {
    all.push_back(document);
    return true;
  };
  ASSERT_TRUE(registry.for_each_document(keep));
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ((*registry.find({.name = "3"}))->number, all[3].number);
  const std::uint32_t from = all[2].number + 1;
  all.clear();
  ASSERT_TRUE(registry.for_each_document(keep, from));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all.front().codes.name, "3");
}

TEST_F(RegistrySearch, AnEqualTextIsContainedBothWays) {
  Registry registry = write(folder_of_);
  add(registry, {.name = "same"}, prose(500, 1));
  const auto answer = search(registry, prose(500, 1));
  ASSERT_EQ(answer.hits.size(), 1u);
  EXPECT_EQ(answer.hits.front().contained.value, 1);
  EXPECT_EQ(answer.hits.front().contains.value, 1);
  EXPECT_EQ(answer.hits.front().symmetric, 1);
  EXPECT_EQ(answer.global.value, 1);
}

TEST_F(RegistrySearch, LeavesOutOwnersAndEarlierDates) {
  Registry registry = write(folder_of_);
  add(registry, {.owner = "a", .name = "old", .date = "2020-01-01"}, prose(300, 1));
  add(registry, {.owner = "b", .name = "new", .date = "2026-01-01"}, prose(300, 1));
  EXPECT_THAT(names(search(registry, prose(300, 1), {.exclude_owner = "b"})), ElementsAre("old"));
  EXPECT_THAT(names(search(registry, prose(300, 1), {.since = "2025-01-01"})), ElementsAre("new"));
}

TEST_F(RegistrySearch, PassesOverWhatTooManyHaveAndWhatWasGiven) {
  Registry registry = write(folder_of_);
  const std::string given = prose(300, 1);
  for (unsigned i = 0; i < 5; ++i) {
    add(registry, {.name = std::to_string(i)}, given + prose(300, 10 + i));
  }
  const std::string query = given + prose(300, 10);
  EXPECT_EQ(search(registry, query).found, 5u);
  const auto rare = search(registry, query, {.max_share = 3});
  EXPECT_THAT(names(rare), ElementsAre("0"));
  EXPECT_GT(rare.common, 0u);

  const std::string file = folder_.write("given.txt", given);
  RegistrySearchOptions without;
  without.base = registry.base_of({.paths = {file}}, quiet_).value();
  const auto own = search(registry, query, without);
  EXPECT_GT(own.base, 0u);
  EXPECT_THAT(names(own), ElementsAre("0"));
}

TEST_F(RegistrySearch, AShortTextIsSaidToBeShort) {
  Registry registry = write(folder_of_);
  EXPECT_EQ(add(registry, {.name = "short"}, "a few words").too_short, 1u);
  const auto answer = search(registry, "a few words");
  EXPECT_TRUE(answer.too_short);
  EXPECT_THAT(answer.hits, IsEmpty());
}

TEST_F(RegistrySearch, TheBestHitsStandFirst) {
  Registry registry = write(folder_of_);
  const std::string query = prose(1000, 1);
  for (unsigned tenth = 1; tenth <= 9; ++tenth) {
    add(registry, {.name = std::to_string(tenth)},
        query.substr(0, query.size() * tenth / 10) + prose(1000, 20 + tenth));
  }
  EXPECT_THAT(names(search(registry, query, {.limit = 3})), ElementsAre("9", "8", "7"));
  EXPECT_EQ(search(registry, query, {.limit = 3}).found, 9u);
}

}  // namespace
}  // namespace whorl
