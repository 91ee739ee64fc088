// The pairwise test against its definition, and the overlap that is counted on the texts.
#include "whorl/pairwise.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "jobs/registry/features.h"
#include "registries.h"

namespace whorl::internal::registry {
namespace {

using test::prose;
using testing::DoubleEq;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;
using testing::SizeIs;

using Texts = std::map<std::string, std::string>;

class Pairwise : public test::Registries {
 protected:
  Pairwise() { std::filesystem::create_directory(folder_ / "texts"); }

  void write_texts(const Texts& texts) {
    for (const auto& [name, text] : texts) folder_.write("texts/" + name, text);
  }

  PairwiseTest measure(PairwiseOptions options) {
    options.input.paths = {folder_.path("texts")};
    const auto test = test_pairs(options, quiet_);
    EXPECT_TRUE(test) << test.error().message;
    return *test;
  }
};

// Documents that each take some of the same paragraphs.
Texts overlapping_texts() {
  std::mt19937 random(7);
  Texts texts;
  for (char name = 'a'; name <= 'l'; ++name) {
    std::string& text = texts[std::string(1, name) + ".txt"] =
        prose(100, static_cast<unsigned>(name));
    for (int i = 0; i < 6; ++i) text += prose(80, 1000 + static_cast<unsigned>(random() % 15));
  }
  return texts;
}

// The plain twin: intersects the two sets of every pair.
std::vector<PairwisePair> pairs_by_definition(const Texts& texts, const Method& method) {
  const auto hashes = [&](const std::string& text, auto side) {
    const auto features = side(text, method);
    EXPECT_TRUE(features);
    return features->distinct();
  };
  const auto common = [](const auto& a, const auto& b) {
    std::vector<std::uint64_t> both;
    std::ranges::set_intersection(a, b, std::back_inserter(both));
    return both.size();
  };
  std::vector<PairwisePair> out;
  for (auto a = texts.begin(); a != texts.end(); ++a) {
    for (auto b = std::next(a); b != texts.end(); ++b) {
      const auto stored_a = hashes(a->second, stored), stored_b = hashes(b->second, stored);
      const double of_a = common(stored_a, hashes(b->second, searched));
      const double of_b = common(stored_b, hashes(a->second, searched));
      if (of_a + of_b == 0) continue;
      const double size_a = stored_a.size(), size_b = stored_b.size();
      out.push_back(
          {a->first, b->first, of_a / size_a, of_b / size_b, (of_a + of_b) / (size_a + size_b)});
    }
  }
  std::ranges::stable_sort(out, std::ranges::greater(), &PairwisePair::symmetric);
  return out;
}

TEST_F(Pairwise, IsItsDefinition) {
  const Texts texts = overlapping_texts();
  write_texts(texts);
  for (const std::string scheme : {"se", "koala", "passages"}) {
    const auto method = make_method(*find_scheme(scheme), {}, nullptr);
    ASSERT_TRUE(method);
    const auto expected = pairs_by_definition(texts, *method);
    ASSERT_THAT(expected, testing::Not(IsEmpty()));
    for (const std::uint64_t limit : {1, 7, 1000}) {
      const PairwiseTest test = measure({.scheme = scheme, .limit = limit, .exact = 0});
      EXPECT_EQ(test.sharing, expected.size()) << scheme;
      ASSERT_EQ(test.pairs.size(), std::min<std::size_t>(limit, expected.size()));
      for (std::size_t i = 0; i < test.pairs.size(); ++i) {
        EXPECT_EQ(test.pairs[i].a, expected[i].a) << scheme << i;
        EXPECT_EQ(test.pairs[i].b, expected[i].b) << scheme << i;
        EXPECT_EQ(test.pairs[i].a_in_b, expected[i].a_in_b);
        EXPECT_EQ(test.pairs[i].b_in_a, expected[i].b_in_a);
        EXPECT_EQ(test.pairs[i].symmetric, expected[i].symmetric);
      }
    }
  }
}

TEST_F(Pairwise, SaysHowMuchOfADocumentAnyOtherHas) {
  write_texts({{"alone", prose(900, 1)},
               {"half", prose(600, 2) + prose(600, 3)},
               {"other", prose(600, 3) + prose(600, 4)}});
  const PairwiseTest test = measure({});
  ASSERT_THAT(test.documents, SizeIs(3));
  EXPECT_EQ(test.documents[0].global, 0);
  EXPECT_NEAR(test.documents[1].global, .5, .15);
}

// koala searches more fingerprints than it stores.
TEST_F(Pairwise, SaysThatAnotherDocumentHasAllOfACopyByEveryScheme) {
  write_texts({{"alone", prose(900, 1)}, {"copy", prose(900, 2)}, {"original", prose(900, 2)}});
  for (const std::string scheme : {"se", "koala", "passages", "sets"}) {
    const PairwiseTest test = measure({.scheme = scheme});
    ASSERT_THAT(test.documents, SizeIs(3)) << scheme;
    EXPECT_EQ(test.documents[0].global, 0) << scheme;
    EXPECT_EQ(test.documents[1].global, 1) << scheme;
    EXPECT_EQ(test.documents[2].global, 1) << scheme;
  }
}

TEST_F(Pairwise, CountsTheOverlapOfTheBestPairsOnTheirTexts) {
  write_texts({{"copy", prose(500, 1)},
               {"more", prose(500, 1) + prose(500, 2)},
               {"some", prose(900, 3) + prose(100, 2)}});
  const PairwiseTest test = measure({.scheme = "passages", .exact = 1});
  ASSERT_THAT(test.pairs, SizeIs(2));
  EXPECT_THAT(test.pairs[0].overlap_a, Optional(DoubleEq(1)));
  ASSERT_TRUE(test.pairs[0].overlap_b);
  EXPECT_NEAR(*test.pairs[0].overlap_b, .5, .03);
  EXPECT_FALSE(test.pairs[1].overlap_a);
}

// Tiles pair each copy with one occurrence: they would cover a fifth.
TEST_F(Pairwise, TheOverlapOfFiveCopiesWithOneIsWhole) {
  const std::string paragraph = prose(100, 1);
  std::string five;
  for (int i = 0; i < 5; ++i) five += paragraph;
  write_texts({{"five", five}, {"one", paragraph}});
  const PairwiseTest test = measure({.scheme = "passages"});
  ASSERT_THAT(test.pairs, SizeIs(1));
  EXPECT_THAT(test.pairs[0].overlap_a, Optional(DoubleEq(1)));
  EXPECT_THAT(test.pairs[0].overlap_b, Optional(DoubleEq(1)));
}

TEST_F(Pairwise, RefusesWhatCannotBe) {
  PairwiseOptions options;
  options.input.paths = {folder_.path("texts")};
  options.scheme = "none";
  EXPECT_EQ(test_pairs(options, quiet_).error().code, ErrorCode::invalid_argument);
  options.scheme = "se";
  options.input.paths = {folder_.path("nowhere")};
  EXPECT_FALSE(test_pairs(options, quiet_));
}

}  // namespace
}  // namespace whorl::internal::registry
