// whorl::compare() on made-up submissions: scores, passages, attempts, limits.
#include <gmock/gmock.h>

#include <numeric>

#include "../stop_at_question.h"
#include "in_memory.h"
#include "jobs/compare/corpus/settings.h"
#include "jobs/compare/pair_scores/score.h"

namespace whorl::internal::compare {
namespace {

using namespace in_memory;

TEST(Compare, UnlikeTextsShareNothing) {
  std::mt19937 random(1);
  const auto report = in_memory::run({in_memory::one_file("a", in_memory::prose(random, 300)),
                                      in_memory::one_file("b", in_memory::prose(random, 300))});
  EXPECT_TRUE(report.pairs.empty());
  EXPECT_EQ(report.omitted_pairs, 0u);
  EXPECT_EQ(report.submissions.size(), 2u);
}

TEST(Compare, APlantedPassageIsFoundWithItsPlace) {
  std::mt19937 random(2);
  const std::string shared = in_memory::prose(random, 60);
  const auto report =
      in_memory::run({in_memory::one_file("a", in_memory::prose(random, 200) + shared +
                                                   in_memory::prose(random, 100)),
                      in_memory::one_file("b", in_memory::prose(random, 50) + shared +
                                                   in_memory::prose(random, 300))});
  ASSERT_EQ(report.pairs.size(), 1u);
  const Pair& pair = report.pairs[0];
  ASSERT_EQ(pair.passages.size(), 1u);
  const Passage& passage = pair.passages[0];
  EXPECT_EQ(passage.kind, PassageKind::verbatim);
  EXPECT_EQ(passage.identity, 1.0);
  EXPECT_EQ(passage.shared_by, 2u);
  EXPECT_EQ(pair.longest, passage.symbols);
  const std::string middle = shared.substr(10, shared.size() - 20);
  EXPECT_THAT(in_memory::view_of(report, passage.a), testing::HasSubstr(middle));
  EXPECT_THAT(in_memory::view_of(report, passage.b), testing::HasSubstr(middle));
  EXPECT_GT(passage.a.first_line, 1u);
  EXPECT_GE(passage.a.last_line, passage.a.first_line + 4);
  EXPECT_DOUBLE_EQ(pair.similarity, 2.0 * passage.symbols /
                                        static_cast<double>(report.submissions[0].symbols +
                                                            report.submissions[1].symbols));
  EXPECT_DOUBLE_EQ(pair.containment_a, static_cast<double>(passage.symbols) /
                                           static_cast<double>(report.submissions[0].symbols));
}

TEST(Compare, RenamedCodeIsFoundAndSaysSo) {
  std::mt19937 random(3);
  const std::string code = in_memory::c_function(random, "first", 60);
  std::string renamed = code;
  for (char& c : renamed) {
    if (c == 'x') c = 'z';
  }
  const auto report =
      in_memory::run({in_memory::one_file("a.c", code), in_memory::one_file("b.c", renamed)});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_GT(report.pairs[0].score, 0.99);
  EXPECT_LT(report.pairs[0].score, 1);
  ASSERT_EQ(report.pairs[0].passages.size(), 1u);
  EXPECT_EQ(report.pairs[0].passages[0].kind, PassageKind::renamed);
}

// Whole copies are identical only when their literals are.
TEST(Compare, TheSameTextWithOtherLiteralsIsNotIdentical) {
  std::mt19937 random(3);
  const std::string code = in_memory::c_function(random, "f", 60);
  const auto report = in_memory::run({in_memory::one_file("a.c", code + "int n = 1;"),
                                      in_memory::one_file("b.c", code + "int n = 2;"),
                                      in_memory::one_file("c.c", code + "int m = 2;")});
  ASSERT_EQ(report.pairs.size(), 3u);
  for (const Pair& pair : report.pairs) {
    EXPECT_EQ(pair.similarity, 1.0);
    EXPECT_EQ(pair.identical, pair.score > 0.999);  // a name costs less than a literal
    EXPECT_EQ(pair.passages.size(), 1u);
  }
  EXPECT_TRUE(in_memory::pair_of(report, "b.c", "c.c")->identical);
  EXPECT_FALSE(in_memory::pair_of(report, "a.c", "b.c")->identical);
}

// The token for a deeper block is its white space: a passage that ends there ends before it.
TEST(Compare, PassagesEndInTextNotInIndentation) {
  const std::string head =
      "def f(a, b):\n    c = a + b * 2 - a % b\n    d = [a, b, c]\n    while c:\n";
  const auto report =
      in_memory::run({in_memory::one_file("a.py", head + "        assert c\n"),
                      in_memory::one_file("b.py", head + "        import d; yield\n")});
  ASSERT_EQ(report.pairs.size(), 1u);
  const Location& location = report.pairs[0].passages.at(0).a;
  EXPECT_EQ(in_memory::view_of(report, location), head.substr(0, head.size() - 1));
  EXPECT_EQ(location.last_line, 4u);
}

TEST(Compare, AnInsertedStatementGivesAnEditedPassage) {
  std::mt19937 random(4);
  const std::string head = in_memory::c_function(random, "f", 30),
                    tail = in_memory::c_function(random, "g", 30);
  const auto report =
      in_memory::run({in_memory::one_file("a.c", head + tail),
                      in_memory::one_file("b.c", head + "static long added;\n" + tail)});
  ASSERT_EQ(report.pairs.size(), 1u);
  ASSERT_EQ(report.pairs[0].passages.size(), 1u);
  EXPECT_EQ(report.pairs[0].passages[0].kind, PassageKind::edited);
  EXPECT_LT(report.pairs[0].passages[0].identity, 1.0);
  EXPECT_GT(report.pairs[0].passages[0].identity, 0.95);
}

TEST(Compare, MovedFunctionsCountFully) {
  std::mt19937 random(5);
  const std::string f = in_memory::c_function(random, "f", 50),
                    g = in_memory::c_function(random, "g", 50),
                    h = in_memory::c_function(random, "h", 50);
  const auto report = in_memory::run(
      {in_memory::one_file("a.c", f + g + h), in_memory::one_file("b.c", h + f + g)});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_GE(report.pairs[0].similarity, 0.99);
  EXPECT_EQ(report.pairs[0].passages.size(), 2u);
}

// Schleimer 2003 §2.1, property 3: what is done elsewhere leaves a match as it is.
TEST(Compare, PositionIndependence) {
  std::mt19937 random(6);
  std::vector<std::string> paragraphs;
  for (int i = 0; i < 8; ++i) paragraphs.push_back(in_memory::prose(random, 60));
  const auto join = [&](const std::vector<std::size_t>& order) {
    std::string text;
    for (std::size_t i : order) text += paragraphs[i];
    return text;
  };
  const std::string original = join({0, 1, 2, 3});
  const std::uint64_t symbols =
      in_memory::run({in_memory::one_file("a", original), in_memory::one_file("z", "x")})
          .submissions[0]
          .symbols;
  const std::vector<std::vector<std::size_t>> changes = {
      {3, 1, 0, 2}, {4, 0, 5, 1, 2, 6, 3, 7}, {3, 2, 1, 0}, {7, 2, 3, 0, 1}};
  for (const auto& order : changes) {
    const auto report =
        in_memory::run({in_memory::one_file("a", original), in_memory::one_file("b", join(order))});
    ASSERT_EQ(report.pairs.size(), 1u);
    EXPECT_EQ(report.pairs[0].containment_a, 1.0) << symbols;
  }
  const auto part =
      in_memory::run({in_memory::one_file("a", original), in_memory::one_file("b", join({1, 6}))});
  EXPECT_NEAR(part.pairs[0].containment_a, 0.25, 0.05);
}

TEST(Compare, AnyFileAgainstAnyFileOfTheSameClass) {
  std::mt19937 random(7);
  const std::string code = in_memory::c_function(random, "f", 60),
                    other = in_memory::c_function(random, "g", 60);
  const std::string text = in_memory::prose(random, 200);
  const auto report = in_memory::run(
      {in_memory::submission("a", {{"a/main.c", code}, {"a/notes.txt", text}}),
       in_memory::submission("b", {{"b/readme.txt", text}, {"b/util.cpp", other + code}})});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.pairs[0].containment_a, 1.0);
  EXPECT_EQ(report.pairs[0].passages.size(), 2u);
  EXPECT_FALSE(report.pairs[0].identical);
}

TEST(Compare, APageAndAPlainTextMeet) {
  std::mt19937 random(17);
  const std::string essay = in_memory::prose(random, 300);
  const auto report = in_memory::run(
      {in_memory::one_file("a.txt", essay),
       in_memory::one_file("b.html", "<html><body><p>" + essay + "</p></body></html>")});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.pairs[0].score, 1.0);
}

TEST(Compare, ProseWithLookAlikeLettersIsFoundAndReported) {
  std::mt19937 random(18);
  const std::string essay = in_memory::prose(random, 60);
  std::string disguised;
  for (const char c : essay) disguised += c == 'e' ? "е" : std::string(1, c);
  const auto report =
      in_memory::run({in_memory::one_file("a.txt", essay), in_memory::one_file("b.txt", disguised),
                      in_memory::one_file("c.html", "<p>" + disguised + "</p>")});
  ASSERT_EQ(report.pairs.size(), 3u);
  for (const Pair& pair : report.pairs) EXPECT_EQ(pair.score, 1.0);
  const Pair* pair = in_memory::pair_of(report, "a.txt", "b.txt");
  ASSERT_TRUE(pair != nullptr && pair->passages.size() == 1);
  EXPECT_EQ(in_memory::view_of(report, pair->passages[0].b) + ".\n", disguised);
  const std::string notice =
      std::to_string(std::ranges::count(essay, 'e')) + " look-alike letters in lines 1 to 5";
  ASSERT_EQ(report.skipped.size(), 2u);
  EXPECT_EQ(report.skipped[0].path, "b.txt");
  EXPECT_EQ(report.skipped[1].path, "c.html");
  for (const Skipped& note : report.skipped) {
    EXPECT_EQ(note.reason, notice);
    EXPECT_EQ(note.kind, SkipKind::fallback);
  }
}

TEST(Compare, ScoresStayWithinOne) {
  std::mt19937 random(8);
  std::vector<SubmissionSource> submissions;
  const std::string common = in_memory::c_function(random, "common", 40);
  for (int i = 0; i < 12; ++i) {
    std::string text;
    for (unsigned n = random() % 4; n > 0; --n) text += common;
    submissions.push_back(
        in_memory::one_file("s" + std::to_string(i) + ".c",
                            text + in_memory::c_function(random, "own", random() % 40)));
  }
  for (const Pair& pair : in_memory::run(submissions).pairs) {
    for (double value : {pair.score, pair.similarity, pair.containment_a, pair.containment_b}) {
      EXPECT_GE(value, 0);
      EXPECT_LE(value, 1);
    }
  }
}

// Base code

TEST(Compare, AttemptsOfOneStudentAreNeverCompared) {
  std::mt19937 random(30);
  const std::string text = in_memory::prose(random, 100);
  const auto report = in_memory::run({in_memory::submission("ann/1", {{"ann/1/a", text}}, "ann"),
                                      in_memory::submission("ann/2", {{"ann/2/a", text}}, "ann"),
                                      in_memory::submission("ben/1", {{"ben/1/a", text}}, "ben")});
  EXPECT_EQ(report.pairs.size(), 2u);
  EXPECT_EQ(in_memory::pair_of(report, "ann/1", "ann/2"), nullptr);
}

TEST(Compare, ArchivedOnesAreComparedWithNewOnesOnly) {
  std::mt19937 random(31);
  const std::string text = in_memory::prose(random, 100);
  auto old_a = in_memory::one_file("old/a", text), old_b = in_memory::one_file("old/b", text);
  old_a.archived = old_b.archived = true;
  const auto report = in_memory::run({old_a, old_b, in_memory::one_file("zoe", text)});
  EXPECT_EQ(report.pairs.size(), 2u);
  EXPECT_EQ(in_memory::pair_of(report, "old/a", "old/b"), nullptr);
}

// Lists and limits

TEST(Compare, CutListsSayHowManyAreMissing) {
  std::mt19937 random(40);
  const auto submissions = in_memory::with_common_part(random, 8);  // 28 pairs
  CompareOptions options;
  options.ranking.limit = 5;
  const auto report = in_memory::run(submissions, options);
  EXPECT_EQ(report.pairs.size(), 5u);
  EXPECT_EQ(report.omitted_pairs, 23u);
  EXPECT_EQ(std::accumulate(report.histogram.begin(), report.histogram.end(), 0u), 28u);
  EXPECT_EQ(report.histogram.size(), 100u);
  EXPECT_NE(in_memory::pair_of(report, "s0", "s1"), nullptr);
  options.ranking.limit = 0;
  const auto all = in_memory::run(submissions, options);
  EXPECT_EQ(all.pairs.size(), 28u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(all.pairs[i].a, report.pairs[i].a);
    EXPECT_EQ(all.pairs[i].b, report.pairs[i].b);
  }
}

// Of submissions with the same bytes one is compared, and the others are ranked by what it reached.
TEST(Compare, CopiesAreRankedAsIfEachWasCompared) {
  std::mt19937 random(41);
  std::vector<SubmissionSource> sources = in_memory::with_common_part(random, 4);
  const std::string code = in_memory::c_function(random, "f", 400);
  for (const char* literal : {"11", "12"}) {
    sources.push_back(
        in_memory::one_file(std::string("n") + literal + ".c", code + "int n = " + literal + ";"));
  }
  std::vector<SubmissionSource> submissions;
  for (const SubmissionSource& source : sources) {
    for (int copy = 0; copy < 6; ++copy) {
      submissions.push_back(source);
      submissions.back().name += "-" + std::to_string(copy);
    }
  }
  std::ranges::shuffle(submissions, random);
  for (const char* sort : {"score", "evidence", "similarity", "longest"}) {
    CompareOptions options;
    options.ranking.sort = sort;
    options.ranking.limit = 0;
    const auto all = in_memory::run(submissions, options);
    ASSERT_EQ(all.pairs.size(), 24u * 23 / 2 + 12u * 11 / 2);
    for (const std::uint64_t limit : {1u, 7u, 40u, 61u, 150u}) {
      options.ranking.limit = limit;
      const auto report = in_memory::run(submissions, options);
      ASSERT_EQ(report.pairs.size(), limit);
      for (std::size_t i = 0; i < limit; ++i) {
        ASSERT_EQ(report.pairs[i].a, all.pairs[i].a) << sort << ' ' << limit << ' ' << i;
        ASSERT_EQ(report.pairs[i].b, all.pairs[i].b) << sort << ' ' << limit << ' ' << i;
        ASSERT_EQ(report.pairs[i].evidence, all.pairs[i].evidence);
      }
    }
  }
}

// Identical pairs all score 1: those that share more come first, whatever their names.
TEST(Compare, TiesStandByEvidence) {
  std::mt19937 random(43);
  const std::string small = in_memory::prose(random, 60), large = in_memory::prose(random, 400);
  const std::vector<SubmissionSource> submissions = {
      in_memory::one_file("a", small), in_memory::one_file("b", small),
      in_memory::one_file("y", large), in_memory::one_file("z", large)};
  CompareOptions options;
  for (std::uint64_t limit : {0u, 1u}) {
    options.ranking.limit = limit;
    const auto report = in_memory::run(submissions, options);
    ASSERT_FALSE(report.pairs.empty());
    EXPECT_EQ(&report.pairs[0], in_memory::pair_of(report, "y", "z"));
    EXPECT_EQ(report.pairs[0].score, 1);
  }
}

TEST(Compare, TellsIdenticalFromIdenticalButForNames) {
  std::mt19937 random(44);
  const std::string text = in_memory::c_function(random, "first", 30);
  std::string renamed = text;
  renamed.replace(renamed.find("first"), 5, "other");
  const auto report =
      in_memory::run({in_memory::one_file("a.c", text), in_memory::one_file("b.c", text),
                      in_memory::one_file("c.c", renamed)});
  const Pair* same = in_memory::pair_of(report, "a.c", "b.c");
  const Pair* other = in_memory::pair_of(report, "b.c", "c.c");
  ASSERT_TRUE(same && other);
  EXPECT_TRUE(same->identical && same->identical_names);
  EXPECT_TRUE(other->identical && !other->identical_names);
}

// The length of a shared run that makes a pair, as `whorl methods` has it or as it was asked for.
TEST(Compare, ReportsTheGuaranteeOfEachRecipe) {
  std::mt19937 random(45);
  const std::vector<SubmissionSource> submissions{
      in_memory::one_file("a.c", in_memory::c_function(random, "first", 30)),
      in_memory::one_file("b.txt", "a text of some words, and some more of them")};
  EXPECT_THAT(in_memory::run(submissions).guarantees, testing::ElementsAre(16, 22));
  CompareOptions options;
  options.matching.guarantee = 30;
  EXPECT_THAT(in_memory::run(submissions, options).guarantees, testing::ElementsAre(30, 30));
}

TEST(Compare, MinSimilarityCutsAndCounts) {
  std::mt19937 random(41);
  const auto submissions = in_memory::with_common_part(random, 6);
  CompareOptions options;
  options.ranking.min_similarity = 0.5;
  const auto report = in_memory::run(submissions, options);
  EXPECT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.omitted_pairs, 14u);
}

TEST(Compare, EverySortKeyOrdersTheList) {
  std::mt19937 random(42);
  const auto submissions = in_memory::with_common_part(random, 7);
  const auto value = [](const Pair& p, std::string_view key) {
    return internal::compare::pair_scores::rank_value(measures_sorted_by(key), p);
  };
  for (const PairMeasure& measure : whorl::measures()) {
    const std::string key(measure.sort);
    CompareOptions options;
    options.ranking.sort = key;
    const auto all = in_memory::run(submissions, options);
    for (std::size_t i = 1; i < all.pairs.size(); ++i) {
      EXPECT_GE(value(all.pairs[i - 1], key), value(all.pairs[i], key));
    }
    options.ranking.limit = 4;
    const auto best = in_memory::run(submissions, options);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(best.pairs[i].a, all.pairs[i].a);
      EXPECT_EQ(best.pairs[i].b, all.pairs[i].b);
    }
  }
}

// The same program with other loops, inverted conditions and unneeded constants.
const char* const kCounted =
    "int f(int n, int *all) {\n  int found = g(n);\n"
    "  for (int i = h(n); i < n; i++) {\n    if (all[i] == found) { put(all[i]); }\n  }\n"
    "  return found % n;\n}\n";
const char* const kRewritten =
    "int f(int n, int *all) {\n  int spare = 0;\n  int found = g(n);\n"
    "  int i = h(n);\n  while (!(i >= n)) {\n    if (!(all[i] != found)) { put(all[i]); }\n"
    "    i += 1;\n  }\n  return found % n;\n}\n";

TEST(Compare, TheStrongFormFindsWhatWasRewritten) {
  CompareOptions strong;
  strong.matching.normalize = Normalization::strong;
  const std::vector<SubmissionSource> submissions = {one_file("a.c", kCounted),
                                                     one_file("b.c", kRewritten)};
  const auto report = in_memory::run(submissions, strong);
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.pairs[0].containment_a, 1);
  EXPECT_EQ(report.pairs[0].containment_b, 1);
  EXPECT_EQ(report.files[0].front_end, "code:c:strong");
  EXPECT_THAT(report.recipes, testing::ElementsAre(testing::HasSubstr("code:c:strong/k=7/")));
  ASSERT_EQ(report.pairs[0].passages.size(), 1u);
  EXPECT_THAT(view_of(report, report.pairs[0].passages[0].b), testing::HasSubstr("i += 1"));
  const auto plain = in_memory::run(submissions);
  EXPECT_TRUE(plain.pairs.empty() || plain.pairs[0].containment_b < 1);
}

TEST(Compare, TheStrongFormIsThatOfItsRecipe) {
  CompareOptions strong, recipe;
  strong.matching.normalize = Normalization::strong;
  strong.matching.noise = strong.matching.guarantee = 9;
  recipe.matching.recipe = "code:c:strong/k=9/winnow:w=1";
  const std::vector<SubmissionSource> submissions = {one_file("a.c", kCounted),
                                                     one_file("b.c", kRewritten)};
  const auto one = in_memory::run(submissions, strong);
  const auto other = in_memory::run(submissions, recipe);
  EXPECT_EQ(one.recipes, other.recipes);
  ASSERT_EQ(one.pairs.size(), other.pairs.size());
  EXPECT_EQ(one.pairs[0].score, other.pairs[0].score);
}

TEST(Compare, LanguagesWithoutAStrongFormStayAsTheyAreAndSaySo) {
  CompareOptions strong;
  strong.matching.normalize = Normalization::strong;
  const auto report = in_memory::run(
      {one_file("a.hs", "main = print 1\n"), one_file("b.txt", "Some words of prose.")}, strong);
  EXPECT_EQ(report.files[0].front_end, "code:haskell");
  EXPECT_EQ(report.files[1].front_end, "text");
  ASSERT_EQ(report.skipped.size(), 1u);
  EXPECT_THAT(report.skipped[0].path, testing::EndsWith("a.hs"));
  EXPECT_EQ(report.skipped[0].kind, SkipKind::fallback);
  EXPECT_THAT(report.skipped[0].reason, testing::HasSubstr("haskell does not support it"));
}

TEST(Compare, ThresholdsGoWithWhatASymbolIs) {
  const auto settings = corpus::Settings::resolve({});
  ASSERT_TRUE(settings.has_value());
  const auto k = [&](const char* front_end, const char* argument) {
    return settings->recipe_for(front_end, argument).k;
  };
  EXPECT_EQ(k("html", "words"), k("words", ""));
  EXPECT_EQ(k("html", "words:se"), k("words", "se"));
  EXPECT_EQ(k("html", "consonants"), k("consonants", ""));
  EXPECT_EQ(k("html", ""), k("text", ""));
  EXPECT_NE(k("html", ""), k("html", "words"));
  EXPECT_EQ(settings->guarantee_of(settings->recipe_for("html", "words")),
            settings->guarantee_of(settings->recipe_for("words", "")));
}

TEST(Compare, WrongOptionsAreRefused) {
  const auto error = [](auto set) {
    CompareOptions options;
    set(options);
    NoProgress progress;
    auto report = whorl::compare({one_file("a", "text")}, options, progress);
    return report ? std::string() : report.error().message;
  };
  using Options = CompareOptions;
  EXPECT_THAT(error([](Options& o) { o.matching.noise = 0; }), testing::HasSubstr("noise"));
  EXPECT_THAT(error([](Options& o) { o.matching.noise = 20, o.matching.guarantee = 10; }),
              testing::HasSubstr("guarantee"));
  EXPECT_THAT(error([](Options& o) { o.matching.recipe = "nonsense/k=5/winnow:w=4"; }),
              testing::HasSubstr("nonsense"));
  EXPECT_THAT(error([](Options& o) { o.matching.recipe = "text/k=5/min:s=40"; }),
              testing::HasSubstr("winnow"));
  EXPECT_THAT(error([](Options& o) {
                o.matching.recipe = "code:c/k=9/winnow:w=2";
                o.matching.normalize = Normalization::strong;
              }),
              testing::HasSubstr("code:java:strong"));
  EXPECT_THAT(error([](Options& o) { o.matching.recipe = "code:haskell:strong/k=9/winnow:w=2"; }),
              testing::HasSubstr("haskell has no strong normalization"));
  EXPECT_THAT(error([](Options& o) { o.matching.language = "klingon"; }),
              testing::HasSubstr("klingon"));
  EXPECT_THAT(error([](Options& o) {
                o.matching.max_share = MaxShare{-1, false};
              }),
              testing::HasSubstr("share"));
  EXPECT_THAT(error([](Options& o) { o.ranking.min_similarity = 2; }),
              testing::HasSubstr("similarity"));
  EXPECT_THAT(error([](Options& o) { o.review = "no/such/file"; }),
              testing::HasSubstr("no/such/file"));
  EXPECT_EQ(error([](Options&) {}), "");
}

TEST(Compare, StopsWhenTheCallerAsks) {
  class Cancelled : public Progress {
    void phase(std::string_view, std::uint64_t) override {}
    void advance(std::uint64_t) override {}
    bool cancelled() const override { return true; }
  } progress;
  std::mt19937 random(43);
  const auto report =
      whorl::compare(in_memory::with_common_part(random, 4), CompareOptions(), progress);
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().code, ErrorCode::cancelled);
  EXPECT_THAT(report.error().message, testing::HasSubstr("no report was written"));
}

TEST(Compare, BeginsNoPhaseAfterThatInWhichItIsStopped) {
  class StopIn final : public Progress {
   public:
    explicit StopIn(std::string name) : name_(std::move(name)) {}
    void phase(std::string_view name, std::uint64_t) override { begun_.emplace_back(name); }
    void advance(std::uint64_t) override {}
    bool cancelled() const override { return !begun_.empty() && begun_.back() == name_; }
    const std::vector<std::string>& begun() const { return begun_; }

   private:
    std::string name_;
    std::vector<std::string> begun_;
  };
  std::mt19937 random(43);
  const auto inputs = in_memory::with_common_part(random, 4);
  StopIn never("");
  ASSERT_TRUE(whorl::compare(inputs, CompareOptions(), never));
  ASSERT_THAT(never.begun(), testing::IsSupersetOf({"reading text", "matching", "explaining"}));
  for (std::size_t last = 0; last < never.begun().size(); ++last) {
    StopIn progress(never.begun()[last]);
    const auto report = whorl::compare(inputs, CompareOptions(), progress);
    ASSERT_FALSE(report) << never.begun()[last];
    EXPECT_EQ(report.error().code, ErrorCode::cancelled);
    EXPECT_EQ(progress.begun().size(), last + 1) << progress.begun().back();
  }
}

// Stops runs at questions ever later, until one ends before it is stopped.
template <class Stop>
void check_stops(const CompareOptions& options) {
  std::mt19937 random(43);
  const auto inputs = in_memory::with_common_part(random, 6);
  NoProgress never;
  const auto expected = whorl::compare(inputs, options, never);
  ASSERT_TRUE(expected);
  int stopped = 0;
  for (int questions = 0;; questions += 1 + questions / 8, ++stopped) {
    Stop progress(questions);
    const auto report = whorl::compare(inputs, options, progress);
    if (report) {
      EXPECT_EQ(report->pairs.size(), expected->pairs.size());
      break;
    }
    EXPECT_EQ(report.error().code, ErrorCode::cancelled);
  }
  EXPECT_GT(stopped, 20);
}

TEST(Compare, IsStoppedAtAnyQuestion) {
  CompareOptions options;
  options.threads = 1;
  check_stops<test::StopAtQuestion>(options);
  options.matching.max_share = MaxShare{2, false};
  check_stops<test::StopAtQuestion>(options);
}

// A stage that was stopped leaves work out, so no later stage may go on.
TEST(Compare, StaysStoppedIfTheCallerChangesItsMind) {
  class StopOnce final : public Progress {
   public:
    explicit StopOnce(int questions) : left_(questions) {}
    void phase(std::string_view, std::uint64_t) override {}
    void advance(std::uint64_t) override {}
    bool cancelled() const override { return left_-- == 0; }

   private:
    mutable int left_;
  };
  CompareOptions options;
  options.threads = 1;
  check_stops<StopOnce>(options);
}

}  // namespace
}  // namespace whorl::internal::compare
