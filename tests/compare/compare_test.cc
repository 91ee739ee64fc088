// compare() on made-up submissions: scores, passages, base code, max-share, attempts.
#include <gmock/gmock.h>

#include <numeric>

#include "compare/settings.h"
#include "in_memory.h"

namespace whorl {
namespace {

using namespace in_memory;  // NOLINT

std::string view_of(const CompareReport& report, const Place& place) {
  return report.files[place.file].text.substr(place.view.begin, place.view.end - place.view.begin);
}

TEST(Compare, UnlikeTextsShareNothing) {
  std::mt19937 random(1);
  const auto report = run({one_file("a", prose(random, 300)), one_file("b", prose(random, 300))});
  EXPECT_TRUE(report.pairs.empty());
  EXPECT_EQ(report.omitted_pairs, 0u);
  EXPECT_EQ(report.submissions.size(), 2u);
}

TEST(Compare, APlantedPassageIsFoundWithItsPlace) {
  std::mt19937 random(2);
  const std::string shared = prose(random, 60);
  const auto report = run({one_file("a", prose(random, 200) + shared + prose(random, 100)),
                           one_file("b", prose(random, 50) + shared + prose(random, 300))});
  ASSERT_EQ(report.pairs.size(), 1u);
  const Pair& pair = report.pairs[0];
  ASSERT_EQ(pair.passages.size(), 1u);
  const Passage& passage = pair.passages[0];
  EXPECT_EQ(passage.kind, PassageKind::verbatim);
  EXPECT_EQ(passage.identity, 1.0);
  EXPECT_EQ(passage.shared_by, 2u);
  EXPECT_EQ(pair.longest, passage.symbols);
  const std::string middle = shared.substr(10, shared.size() - 20);
  EXPECT_THAT(view_of(report, passage.a), testing::HasSubstr(middle));
  EXPECT_THAT(view_of(report, passage.b), testing::HasSubstr(middle));
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
  const std::string code = c_function(random, "first", 60);
  std::string renamed = code;
  for (char& c : renamed) {
    if (c == 'x') c = 'z';
  }
  const auto report = run({one_file("a.c", code), one_file("b.c", renamed)});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.pairs[0].score, 1.0);
  ASSERT_EQ(report.pairs[0].passages.size(), 1u);
  EXPECT_EQ(report.pairs[0].passages[0].kind, PassageKind::renamed);
}

// Whole copies are identical only when their literals are.
TEST(Compare, TheSameTextWithOtherLiteralsIsNotIdentical) {
  std::mt19937 random(3);
  const std::string code = c_function(random, "f", 60);
  const auto report =
      run({one_file("a.c", code + "int n = 1;"), one_file("b.c", code + "int n = 2;"),
           one_file("c.c", code + "int m = 2;")});
  ASSERT_EQ(report.pairs.size(), 3u);
  for (const Pair& pair : report.pairs) {
    EXPECT_EQ(pair.similarity, 1.0);
    EXPECT_EQ(pair.identical, pair.score == 1.0);
    EXPECT_EQ(pair.passages.size(), 1u);
  }
  EXPECT_TRUE(pair_of(report, "b.c", "c.c")->identical);
  EXPECT_FALSE(pair_of(report, "a.c", "b.c")->identical);
}

// The token for a deeper block is its white space: a passage that ends there ends before it.
TEST(Compare, PassagesEndInTextNotInIndentation) {
  const std::string head =
      "def f(a, b):\n    c = a + b * 2 - a % b\n    d = [a, b, c]\n    while c:\n";
  const auto report = run({one_file("a.py", head + "        assert c\n"),
                           one_file("b.py", head + "        import d; yield\n")});
  ASSERT_EQ(report.pairs.size(), 1u);
  const Place& place = report.pairs[0].passages.at(0).a;
  EXPECT_EQ(view_of(report, place), head.substr(0, head.size() - 1));
  EXPECT_EQ(place.last_line, 4u);
}

TEST(Compare, AnInsertedStatementGivesAnEditedPassage) {
  std::mt19937 random(4);
  const std::string head = c_function(random, "f", 30), tail = c_function(random, "g", 30);
  const auto report =
      run({one_file("a.c", head + tail), one_file("b.c", head + "static long added;\n" + tail)});
  ASSERT_EQ(report.pairs.size(), 1u);
  ASSERT_EQ(report.pairs[0].passages.size(), 1u);
  EXPECT_EQ(report.pairs[0].passages[0].kind, PassageKind::edited);
  EXPECT_LT(report.pairs[0].passages[0].identity, 1.0);
  EXPECT_GT(report.pairs[0].passages[0].identity, 0.95);
}

TEST(Compare, MovedFunctionsCountFully) {
  std::mt19937 random(5);
  const std::string f = c_function(random, "f", 50), g = c_function(random, "g", 50),
                    h = c_function(random, "h", 50);
  const auto report = run({one_file("a.c", f + g + h), one_file("b.c", h + f + g)});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_GE(report.pairs[0].similarity, 0.99);
  EXPECT_EQ(report.pairs[0].passages.size(), 2u);
}

// 000 §2.1, property 3: what is done elsewhere leaves a match as it is.
TEST(Compare, PositionIndependence) {
  std::mt19937 random(6);
  std::vector<std::string> paragraphs;
  for (int i = 0; i < 8; ++i) paragraphs.push_back(prose(random, 60));
  const auto join = [&](const std::vector<std::size_t>& order) {
    std::string text;
    for (std::size_t i : order) text += paragraphs[i];
    return text;
  };
  const std::string original = join({0, 1, 2, 3});
  const std::uint64_t symbols =
      run({one_file("a", original), one_file("z", "x")}).submissions[0].symbols;
  const std::vector<std::vector<std::size_t>> changes = {
      {3, 1, 0, 2}, {4, 0, 5, 1, 2, 6, 3, 7}, {3, 2, 1, 0}, {7, 2, 3, 0, 1}};
  for (const auto& order : changes) {
    const auto report = run({one_file("a", original), one_file("b", join(order))});
    ASSERT_EQ(report.pairs.size(), 1u);
    EXPECT_EQ(report.pairs[0].containment_a, 1.0) << symbols;
  }
  const auto part = run({one_file("a", original), one_file("b", join({1, 6}))});
  EXPECT_NEAR(part.pairs[0].containment_a, 0.25, 0.05);
}

TEST(Compare, AnyFileAgainstAnyFileOfTheSameClass) {
  std::mt19937 random(7);
  const std::string code = c_function(random, "f", 60), other = c_function(random, "g", 60);
  const std::string text = prose(random, 200);
  const auto report =
      run({submission("a", {{"a/main.c", code}, {"a/notes.txt", text}}),
           submission("b", {{"b/readme.txt", text}, {"b/util.cpp", other + code}})});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.pairs[0].containment_a, 1.0);
  EXPECT_EQ(report.pairs[0].passages.size(), 2u);
  EXPECT_FALSE(report.pairs[0].identical);
}

TEST(Compare, ScoresStayWithinOne) {
  std::mt19937 random(8);
  std::vector<SubmissionSource> submissions;
  const std::string common = c_function(random, "common", 40);
  for (int i = 0; i < 12; ++i) {
    std::string text;
    for (unsigned n = random() % 4; n > 0; --n) text += common;
    submissions.push_back(
        one_file("s" + std::to_string(i) + ".c", text + c_function(random, "own", random() % 40)));
  }
  for (const Pair& pair : run(submissions).pairs) {
    for (double value : {pair.score, pair.similarity, pair.containment_a, pair.containment_b}) {
      EXPECT_GE(value, 0);
      EXPECT_LE(value, 1);
    }
  }
}

// Base code

TEST(Compare, BaseCodeIsMaskedFromMatchesAndTotals) {
  std::mt19937 random(10);
  const std::string given = c_function(random, "given", 80);
  const std::string own_a = c_function(random, "a", 50), own_b = c_function(random, "b", 50);
  const std::vector<SubmissionSource> both = {one_file("a.c", given + own_a),
                                              one_file("b.c", own_b + given)};
  EXPECT_GT(run(both).pairs.at(0).similarity, 0.5);
  const auto report = run(both, {}, {{"given.c", given}});
  for (const Submission& s : report.submissions) EXPECT_GT(s.base_symbols, s.symbols);
  for (const Pair& pair : report.pairs) EXPECT_LT(pair.similarity, 0.2);
  const FileEntry& file = report.files[0];
  ASSERT_FALSE(file.base.empty());
  EXPECT_EQ(file.text.substr(file.base[0].begin, 9), given.substr(0, 9));
}

TEST(Compare, AllBaseScoresNothingAndSaysSo) {
  std::mt19937 random(11);
  const std::string given = c_function(random, "given", 80);
  const auto report = run({one_file("a.c", given), one_file("b.c", given)}, {}, {{"g.c", given}});
  EXPECT_TRUE(report.pairs.empty());
  EXPECT_EQ(report.submissions[0].symbols, 0u);
  EXPECT_GT(report.submissions[0].base_symbols, 0u);
}

TEST(Compare, PassagesEndAtTheMask) {
  std::mt19937 random(12);
  const std::string given = c_function(random, "given", 30);
  const std::string f = c_function(random, "f", 40), g = c_function(random, "g", 40);
  const auto report = run({one_file("a.c", f + given + g), one_file("b.c", f + given + g + f)}, {},
                          {{"given.c", given}});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_GE(report.pairs[0].passages.size(), 2u);
  for (const Passage& passage : report.pairs[0].passages) {
    const auto& base = report.files[passage.a.file].base;
    for (const ByteRange& range : base) {
      EXPECT_TRUE(passage.a.view.end <= range.begin || passage.a.view.begin >= range.end);
    }
  }
  EXPECT_EQ(report.pairs[0].containment_a, 1.0);
}

TEST(Compare, BaseShorterThanKMasksEqualFilesOnly) {
  const auto report = run({one_file("a.c", "int x;"), one_file("b.c", "int x;"),
                           one_file("c.c", "long y;"), one_file("d.c", "long y;")},
                          {}, {{"base.c", "int x;"}});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.submissions[report.pairs[0].a].name, "c.c");
}

// `given` with `scrap`, which is shorter than k, after every third line, `count` times.
std::string filled_in(const std::string& given, const std::string& scrap, std::size_t count) {
  std::string text;
  std::size_t line = 0;
  for (std::size_t at = 0; at < given.size(); ++line) {
    const std::size_t end = given.find('\n', at) + 1;
    text += given.substr(at, end - at);
    if (line % 3 == 2 && count > 0) text += scrap, --count;
    at = end;
  }
  EXPECT_EQ(count, 0u);
  return text;
}

TEST(Compare, ScrapsBetweenBaseCodeDoNotCount) {
  std::mt19937 random(13);
  const std::string given = prose(random, 360), copied = prose(random, 60);
  const auto report = run({one_file("a", filled_in(given, "0000\n", 6) + copied),
                           one_file("b", filled_in(given, "1111111\n", 8) + copied)},
                          {}, {{"given", given}});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.pairs[0].containment_a, 1.0);
  EXPECT_EQ(report.pairs[0].containment_b, 1.0);
  EXPECT_EQ(report.pairs[0].score, 1.0);
  for (const FileEntry& file : report.files) EXPECT_EQ(file.base.size(), 1u);
  EXPECT_EQ(report.submissions[0].symbols, report.submissions[1].symbols);
}

// A template in which both filled in the same is a copy of the whole, though nothing is left
// that could match by itself.
TEST(Compare, IdenticalSubmissionsOfScrapsAreCopies) {
  std::mt19937 random(14);
  const std::string given = c_function(random, "given", 80);
  const std::string filled = filled_in(given, "goto union enum\n", 6);
  for (const SortKey sort : {SortKey::score, SortKey::similarity, SortKey::longest}) {
    CompareOptions options;
    options.limit = 1;
    options.sort = sort;
    const auto report = run({one_file("a.c", filled), one_file("b.c", filled),
                             one_file("c.c", filled_in(given, "enum goto union goto\n", 6)),
                             one_file("d.c", given), one_file("e.c", given)},
                            options, {{"given.c", given}});
    ASSERT_EQ(report.pairs.size(), 1u);
    EXPECT_EQ(report.omitted_pairs, 0u);
    const Pair& pair = report.pairs[0];
    EXPECT_EQ(&pair, pair_of(report, "a.c", "b.c"));
    EXPECT_TRUE(pair.identical);
    EXPECT_EQ(pair.score, 1.0);
    EXPECT_EQ(pair.similarity, 1.0);
    EXPECT_EQ(pair.containment_a, 1.0);
    EXPECT_EQ(report.submissions[pair.a].symbols, 0u);
    ASSERT_EQ(pair.passages.size(), 6u);
    EXPECT_EQ(view_of(report, pair.passages[0].a), "goto union enum");
    EXPECT_EQ(pair.longest, 3u);
  }
}

// Max-share

std::vector<SubmissionSource> with_common_part(std::mt19937& random, int students) {
  std::vector<SubmissionSource> submissions;
  const std::string common = prose(random, 80);
  const std::string secret = prose(random, 80);
  for (int i = 0; i < students; ++i) {
    const std::string own(1, static_cast<char>('a' + i));  // the common part ends here for all
    std::string text = prose(random, 50) + own + common + own + prose(random, 50);
    if (i < 2) text += secret;
    submissions.push_back(one_file("s" + std::to_string(i), text));
  }
  return submissions;
}

TEST(Compare, MaxShareDropsOnlyWhenAsked) {
  std::mt19937 random(20);
  const auto submissions = with_common_part(random, 6);
  EXPECT_EQ(run(submissions).pairs.size(), 15u);
  CompareOptions options;
  options.noise = options.guarantee = 22;  // every k-gram is selected, also at the edges
  options.max_share = MaxShare{4, false};
  EXPECT_EQ(run(submissions, options).pairs.size(), 1u);
  options.max_share = MaxShare{50, true};  // 3 of 6
  EXPECT_EQ(run(submissions, options).pairs.size(), 1u);
  options.max_share = MaxShare{6, false};
  EXPECT_EQ(run(submissions, options).pairs.size(), 15u);
}

// A passage found by what only two have stops where the common part begins, and goes on behind it.
TEST(Compare, MaxShareKeepsPassagesOffTheCommonPart) {
  std::mt19937 random(23);
  const std::string common = prose(random, 60), rare_1 = prose(random, 30),
                    rare_2 = prose(random, 30);
  std::vector<SubmissionSource> submissions = {
      one_file("a", prose(random, 40) + rare_1 + common + rare_2 + prose(random, 10)),
      one_file("b", prose(random, 20) + rare_1 + common + rare_2 + prose(random, 90))};
  for (const char* name : {"c", "d", "e"}) {
    submissions.push_back(one_file(name, prose(random, 50) + common + prose(random, 50)));
  }
  ASSERT_EQ(pair_of(run(submissions), "a", "b")->passages.size(), 1u);
  CompareOptions options;
  options.max_share = MaxShare{3, false};
  const auto report = run(submissions, options);
  ASSERT_EQ(report.pairs.size(), 1u);
  const Pair& pair = report.pairs[0];
  ASSERT_EQ(pair.passages.size(), 2u);
  const std::string& text = report.files[0].text;
  const std::uint64_t begin = text.find(common), end = begin + common.size();
  constexpr std::uint64_t kSlack = 10;  // w - 1 letters, and what stands between them
  EXPECT_LE(pair.passages[0].a.view.end, begin + kSlack);
  EXPECT_GE(pair.passages[0].a.view.end, begin - kSlack);
  EXPECT_LE(pair.passages[1].a.view.begin, end + kSlack);
  EXPECT_GE(pair.passages[1].a.view.begin, end - kSlack);
  // What is common still counts as a part of the whole.
  const std::uint32_t symbols = pair.passages[0].symbols + pair.passages[1].symbols;
  EXPECT_DOUBLE_EQ(pair.containment_a,
                   symbols / static_cast<double>(report.submissions[0].symbols));
  EXPECT_EQ(report.submissions[0].symbols, run(submissions).submissions[0].symbols);
}

// What many have, but is too short to make a pair, does not tear a copy.
TEST(Compare, MaxShareLeavesIdiomInCopies) {
  std::mt19937 random(24);
  const std::string idiom = "qwertzuiopasdfghjklyxcvbn ";  // of more than one window of k-grams
  const std::string copied = prose(random, 20) + idiom + prose(random, 20);
  std::vector<SubmissionSource> submissions;
  for (int i = 0; i < 6; ++i) {
    submissions.push_back(one_file(
        "s" + std::to_string(i), prose(random, 30) + (i < 2 ? copied : idiom) + prose(random, 30)));
  }
  CompareOptions options;
  options.max_share = MaxShare{2, false};
  options.guarantee = 40;
  const auto report = run(submissions, options);
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.pairs[0].passages.size(), 1u);
}

// A common k-gram that returns does not make common what stands between.
TEST(Compare, MaxShareLeavesWhatStandsBetweenEqualIdioms) {
  std::mt19937 random(25);
  const std::string idiom = "qwertzuiopasdfghjklyxcvbn ";
  const std::string copied = idiom + prose(random, 15) + idiom;
  std::vector<SubmissionSource> submissions;
  for (int i = 0; i < 6; ++i) {
    submissions.push_back(one_file(
        "s" + std::to_string(i), prose(random, 30) + (i < 2 ? copied : idiom) + prose(random, 30)));
  }
  CompareOptions options;
  options.max_share = MaxShare{2, false};
  const auto report = run(submissions, options);
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_GT(report.pairs[0].longest, 60u);
}

TEST(Compare, MaxShareCountsStudentsNotAttempts) {
  std::mt19937 random(21);
  const std::string common = prose(random, 80);
  std::vector<SubmissionSource> submissions;
  for (int i = 0; i < 6; ++i) {
    const std::string name = "s" + std::to_string(i);
    submissions.push_back(
        submission(name, {{name, prose(random, 60) + common}}, i < 5 ? "ann" : "ben"));
  }
  CompareOptions options;
  options.max_share = MaxShare{2, false};
  EXPECT_EQ(run(submissions, options).pairs.size(), 5u);
}

TEST(Compare, MaxShareNeverTouchesWholeSubmissionIdentity) {
  std::mt19937 random(22);
  const std::string text = prose(random, 100);
  std::vector<SubmissionSource> submissions;
  for (int i = 0; i < 5; ++i) submissions.push_back(one_file("s" + std::to_string(i), text));
  CompareOptions options;
  options.max_share = MaxShare{2, false};
  const auto report = run(submissions, options);
  EXPECT_EQ(report.pairs.size(), 10u);
  for (const Pair& pair : report.pairs) {
    EXPECT_EQ(pair.score, 1.0);
    EXPECT_EQ(pair.containment_a, 1.0);
    EXPECT_EQ(pair.passages.size(), 1u);
  }
}

// Attempts and archives

TEST(Compare, AttemptsOfOneStudentAreNeverCompared) {
  std::mt19937 random(30);
  const std::string text = prose(random, 100);
  const auto report = run({submission("ann/1", {{"ann/1/a", text}}, "ann"),
                           submission("ann/2", {{"ann/2/a", text}}, "ann"),
                           submission("ben/1", {{"ben/1/a", text}}, "ben")});
  EXPECT_EQ(report.pairs.size(), 2u);
  EXPECT_EQ(pair_of(report, "ann/1", "ann/2"), nullptr);
}

TEST(Compare, ArchivedOnesAreComparedWithNewOnesOnly) {
  std::mt19937 random(31);
  const std::string text = prose(random, 100);
  auto old_a = one_file("old/a", text), old_b = one_file("old/b", text);
  old_a.about.archived = old_b.about.archived = true;
  const auto report = run({old_a, old_b, one_file("zoe", text)});
  EXPECT_EQ(report.pairs.size(), 2u);
  EXPECT_EQ(pair_of(report, "old/a", "old/b"), nullptr);
}

// Lists and limits

TEST(Compare, CutListsSayHowManyAreMissing) {
  std::mt19937 random(40);
  const auto submissions = with_common_part(random, 8);  // 28 pairs
  CompareOptions options;
  options.limit = 5;
  const auto report = run(submissions, options);
  EXPECT_EQ(report.pairs.size(), 5u);
  EXPECT_EQ(report.omitted_pairs, 23u);
  EXPECT_EQ(std::accumulate(report.histogram.begin(), report.histogram.end(), 0u), 28u);
  EXPECT_EQ(report.histogram.size(), 100u);
  EXPECT_NE(pair_of(report, "s0", "s1"), nullptr);
  options.limit = 0;
  const auto all = run(submissions, options);
  EXPECT_EQ(all.pairs.size(), 28u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(all.pairs[i].a, report.pairs[i].a);
    EXPECT_EQ(all.pairs[i].b, report.pairs[i].b);
  }
}

TEST(Compare, MinSimilarityCutsAndCounts) {
  std::mt19937 random(41);
  const auto submissions = with_common_part(random, 6);
  CompareOptions options;
  options.min_similarity = 0.5;
  const auto report = run(submissions, options);
  EXPECT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.omitted_pairs, 14u);
}

TEST(Compare, EverySortKeyOrdersTheList) {
  std::mt19937 random(42);
  const auto submissions = with_common_part(random, 7);
  const auto value = [](const Pair& p, SortKey key) -> double {
    switch (key) {
      case SortKey::similarity:
        return p.similarity;
      case SortKey::containment:
        return std::max(p.containment_a, p.containment_b);
      case SortKey::longest:
        return p.longest;
      case SortKey::evidence:
        return p.evidence;
      default:
        return p.score;
    }
  };
  for (SortKey key : {SortKey::score, SortKey::similarity, SortKey::containment, SortKey::longest,
                      SortKey::evidence}) {
    CompareOptions options;
    options.sort = key;
    const auto all = run(submissions, options);
    for (std::size_t i = 1; i < all.pairs.size(); ++i) {
      EXPECT_GE(value(all.pairs[i - 1], key), value(all.pairs[i], key));
    }
    options.limit = 4;
    const auto best = run(submissions, options);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(best.pairs[i].a, all.pairs[i].a);
      EXPECT_EQ(best.pairs[i].b, all.pairs[i].b);
    }
  }
}

TEST(Compare, ThresholdsGoWithWhatASymbolIs) {
  const auto settings = Settings::resolve({});
  ASSERT_TRUE(settings.has_value());
  const auto k = [&](const char* front_end, const char* argument) {
    return settings->recipe_for(front_end, argument).k;
  };
  EXPECT_EQ(k("html", "words"), k("words", ""));
  EXPECT_EQ(k("html", "words:se"), k("words", "se"));
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
    auto report = compare_gathered({}, options, progress);
    return report ? std::string() : report.error().message;
  };
  using Options = CompareOptions;
  EXPECT_THAT(error([](Options& o) { o.noise = 0; }), testing::HasSubstr("noise"));
  EXPECT_THAT(error([](Options& o) { o.noise = 20, o.guarantee = 10; }),
              testing::HasSubstr("guarantee"));
  EXPECT_THAT(error([](Options& o) { o.recipe = "nonsense/k=5/winnow:w=4"; }),
              testing::HasSubstr("nonsense"));
  EXPECT_THAT(error([](Options& o) { o.recipe = "text/k=5/min:s=40"; }),
              testing::HasSubstr("winnow"));
  EXPECT_THAT(error([](Options& o) { o.language = "klingon"; }), testing::HasSubstr("klingon"));
  EXPECT_THAT(error([](Options& o) {
                o.max_share = MaxShare{-1, false};
              }),
              testing::HasSubstr("share"));
  EXPECT_THAT(error([](Options& o) { o.min_similarity = 2; }), testing::HasSubstr("similarity"));
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
  Gathered gathered{with_common_part(random, 4), {}, {}};
  const auto report = compare_gathered(std::move(gathered), {}, progress);
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().code, ErrorCode::cancelled);
  EXPECT_THAT(report.error().message, testing::HasSubstr("no report was written"));
}

}  // namespace
}  // namespace whorl
