// Complaints of users of other tools; each test names the tool and the number of the thread.
#include <gmock/gmock.h>

#include <cmath>

#include "in_memory.h"

namespace whorl::internal::compare {
namespace {

using namespace in_memory;

TEST(Complaints, Jplag2340IdenticalSubmissionsScoreOne) {
  std::mt19937 random(1);
  const std::string code = in_memory::c_function(random, "f", 100);
  for (const std::string& text : {code, std::string("int x;"), std::string("{")}) {
    const auto report =
        in_memory::run({in_memory::one_file("a.c", text), in_memory::one_file("b.c", text)});
    ASSERT_EQ(report.pairs.size(), 1u) << text;
    const Pair& pair = report.pairs[0];
    EXPECT_TRUE(pair.identical);
    EXPECT_EQ(pair.score, 1.0);
    EXPECT_EQ(pair.similarity, 1.0);
    EXPECT_EQ(pair.containment_a, 1.0);
    EXPECT_EQ(pair.containment_b, 1.0);
    EXPECT_FALSE(pair.passages.empty());
  }
}

TEST(Complaints, Artemis10152IdenticalSubmissionsOfSeveralFilesScoreOne) {
  std::mt19937 random(2);
  const std::string f = in_memory::c_function(random, "f", 40), g = "int x;",
                    text = in_memory::prose(random, 100);
  const auto report = in_memory::run(
      {in_memory::submission("a", {{"a/1.c", f}, {"a/2.c", g}, {"a/e.c", ""}, {"a/t.txt", text}}),
       in_memory::submission("b", {{"b/other.c", g}, {"b/t.txt", text}, {"b/z.c", f}})});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_TRUE(report.pairs[0].identical);
  EXPECT_EQ(report.pairs[0].score, 1.0);
  EXPECT_EQ(report.pairs[0].passages.size(), 3u);
}

TEST(Complaints, Jplag2682NoSimilarityAboveOne) {
  // Both sides repeat a part many times, but not equally often.
  std::mt19937 random(3);
  const std::string part = in_memory::c_function(random, "f", 12);
  std::string a, b;
  for (int i = 0; i < 30; ++i) a += part;
  for (int i = 0; i < 7; ++i) b += part + "long between;\n";
  const auto report =
      in_memory::run({in_memory::one_file("a.c", a), in_memory::one_file("b.c", b)});
  ASSERT_EQ(report.pairs.size(), 1u);
  const Pair& pair = report.pairs[0];
  for (double value : {pair.score, pair.similarity, pair.containment_a, pair.containment_b}) {
    EXPECT_LE(value, 1.0);
  }
}

TEST(Complaints, Jplag222EditedBaseCodeDoesNotLeakIntoMatches) {
  std::mt19937 random(4);
  std::string given;
  for (int i = 0; i < 8; ++i)
    given += in_memory::c_function(random, "given" + std::to_string(i), 12);
  // Both students filled in the same gap of the template differently.
  std::string edited_a = given, edited_b = given;
  edited_a.insert(given.size() / 2, "\n  total += weight[i] * value;\n");
  edited_b.insert(given.size() / 2, "\n  long double sum = 0;\n");
  const auto report = in_memory::run(
      {in_memory::one_file("a.c", edited_a + in_memory::c_function(random, "a", 40)),
       in_memory::one_file("b.c", edited_b + in_memory::c_function(random, "b", 40))},
      {}, {{"given.c", given}});
  for (const Pair& pair : report.pairs) EXPECT_LT(pair.similarity, 0.25);
}

TEST(Complaints, Pmd6145LiteralTablesGiveFewPassages) {
  std::mt19937 random(5);
  const auto table = [&](int rows) {
    std::string text = "static const int table[] = {\n";
    for (int i = 0; i < rows; ++i) {
      text +=
          "  " + std::to_string(random() % 1000) + ", " + std::to_string(random() % 1000) + ",\n";
    }
    return text + "};\n";
  };
  const auto report = in_memory::run(
      {in_memory::one_file("a.c", in_memory::c_function(random, "f", 20) + table(2000)),
       in_memory::one_file("b.c", in_memory::c_function(random, "g", 20) + table(1500))});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_LE(report.pairs[0].passages.size(), 10u);
  EXPECT_GE(report.pairs[0].longest, 1500u * 4 - 20);
}

TEST(Complaints, Jplag54OneBrokenFileDoesNotDropItsSubmission) {
  std::mt19937 random(6);
  const std::string code = in_memory::c_function(random, "f", 60);
  std::string binary(
      "\x7f"
      "ELF\0\0\1\2",
      8);
  binary.append(400, '\0');
  const auto report =
      in_memory::run({in_memory::submission("a", {{"a/good.c", code}, {"a/prog.c", binary}}),
                      in_memory::one_file("b.c", code)});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.pairs[0].containment_a, 1.0);
  ASSERT_EQ(report.skipped.size(), 1u);
  EXPECT_EQ(report.skipped[0].path, "a/prog.c");
  EXPECT_FALSE(report.skipped[0].reason.empty());
}

TEST(Complaints, Compare50UndecodableFilesAreReadAndListed) {
  std::mt19937 random(7);
  const std::string text = in_memory::prose(random, 120);
  const auto report = in_memory::run(
      {in_memory::one_file("a", text + "\xC3\x28 \xE2\x82 end"), in_memory::one_file("b", text)});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_GT(report.pairs[0].similarity, 0.9);
}

// The encoding of a text without accents can only be guessed. A text with accents is either UTF-8
// or not.
TEST(Complaints, Jplag2398Utf8IsNotTakenForWindows1252) {
  std::mt19937 random(13);
  const std::string code = in_memory::c_function(random, "f", 60);
  const std::string utf8 = "// Gr\u00f6\u00dfe \u2013 na\u00efve\n" + code;
  const std::string windows =
      "// Gr\xF6\xDF"
      "e \x96 na\xEFve\n" +
      code;
  for (const std::string& other : {utf8, windows}) {
    const auto report =
        in_memory::run({in_memory::one_file("a.c", utf8), in_memory::one_file("b.c", other)});
    ASSERT_EQ(report.pairs.size(), 1u);
    EXPECT_EQ(report.files[0].text, utf8);
    EXPECT_EQ(report.files[1].text, utf8);
  }
  EXPECT_TRUE(in_memory::run({in_memory::one_file("a.c", utf8), in_memory::one_file("b.c", utf8)})
                  .skipped.empty());
}

TEST(Complaints, Dolos1121SeveralFilesAStudent) {
  std::mt19937 random(8);
  const std::string f = in_memory::c_function(random, "f", 60),
                    g = in_memory::c_function(random, "g", 60);
  const auto report =
      in_memory::run({in_memory::submission("ann", {{"ann/a.c", f}, {"ann/b.c", g}}),
                      in_memory::submission("ben", {{"ben/all.c", g + f}})});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_GE(report.pairs[0].similarity, 0.99);
}

TEST(Complaints, Dolos1584SeveralAttemptsAStudent) {
  std::mt19937 random(9);
  const std::string text = in_memory::prose(random, 100);
  const auto report =
      in_memory::run({in_memory::submission("ann/1", {{"ann/1/x", text}}, "ann"),
                      in_memory::submission("ann/2", {{"ann/2/x", text + " more"}}, "ann")});
  EXPECT_TRUE(report.pairs.empty());
}

TEST(Complaints, Jplag2541OldSubmissionsAreNeverComparedAmongThemselves) {
  std::mt19937 random(10);
  const std::string text = in_memory::prose(random, 100);
  auto x = in_memory::one_file("2024/x", text), y = in_memory::one_file("2025/y", text);
  x.archived = y.archived = true;
  EXPECT_TRUE(in_memory::run({x, y, in_memory::one_file("new", in_memory::prose(random, 100))})
                  .pairs.empty());
}

// Archives of past years hide no pair: each new submission finds its source in them.
TEST(Complaints, Jplag2539YearsOfArchivesAreChecked) {
  std::mt19937 random(14);
  std::vector<SubmissionSource> all;
  for (int i = 0; i < 300; ++i) {
    const std::string name = "old" + std::to_string(i);
    all.push_back(in_memory::one_file(name + ".c", in_memory::c_function(random, name, 40)));
    all.back().archived = true;
  }
  all.push_back(in_memory::one_file(
      "new.c", all[123].documents[0].bytes + in_memory::c_function(random, "own", 20)));
  const auto report = in_memory::run(all);
  ASSERT_FALSE(report.pairs.empty());
  EXPECT_EQ(&report.pairs[0], in_memory::pair_of(report, "new.c", "old123.c"));
  EXPECT_LE(report.pairs.size() + report.omitted_pairs, 300u);
}

TEST(Complaints, Jplag1901CutListsAreNotTakenForMissingPairs) {
  std::mt19937 random(11);
  const std::string text = in_memory::prose(random, 100);
  std::vector<SubmissionSource> all;
  for (int i = 0; i < 10; ++i) all.push_back(in_memory::one_file("s" + std::to_string(i), text));
  CompareOptions options;
  options.ranking.limit = 3;
  const auto report = in_memory::run(all, options);
  EXPECT_EQ(report.pairs.size() + report.omitted_pairs, 45u);
}

// Editors and web pages insert such blanks. A program that only differs in them is the same
// program.
TEST(Complaints, BlanksOfUnicodeMakeNoOtherProgram) {
  std::mt19937 random(13);
  const std::string plain = in_memory::c_function(random, "f", 40) + "char* s = \"a b  c\";\n";
  std::vector<SubmissionSource> all = {in_memory::one_file("plain.c", plain)};
  for (const std::string blank : {"\u00a0", "\u3000", "\u200b ", " \ufeff", "\u2009"}) {
    std::string text;
    for (const char c : plain) c == ' ' ? text += blank : text += c;
    all.push_back(in_memory::one_file(std::to_string(all.size()) + ".c", text));
  }
  const auto report = in_memory::run(all);
  EXPECT_EQ(report.pairs.size(), 15u);
  for (const Pair& pair : report.pairs) EXPECT_EQ(pair.score, 1);
}

TEST(Complaints, Jplag2582EachPassageSaysWhyItMatched) {
  std::mt19937 random(12);
  const std::string common = in_memory::c_function(random, "f", 60),
                    rare = in_memory::c_function(random, "g", 60);
  const auto report =
      in_memory::run({in_memory::one_file("a.c", common + "int q;\n" + rare),
                      in_memory::one_file("b.c", rare + "long r, s;\n" + common),
                      in_memory::one_file("c.c", common), in_memory::one_file("d.c", common)});
  const Pair* pair = in_memory::pair_of(report, "a.c", "b.c");
  ASSERT_NE(pair, nullptr);
  std::vector<std::uint32_t> shared_by;
  for (const Passage& passage : pair->passages) {
    shared_by.push_back(passage.shared_by);
    EXPECT_EQ(passage.kind, PassageKind::verbatim);
  }
  std::ranges::sort(shared_by);
  EXPECT_THAT(shared_by, testing::ElementsAre(2, 4));
  // Evidence weights the rare part more.
  EXPECT_GT(pair->evidence, in_memory::pair_of(report, "c.c", "d.c")->evidence * 1.5);
}

}  // namespace
}  // namespace whorl::internal::compare
