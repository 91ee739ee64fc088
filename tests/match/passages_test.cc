// passages() of two texts: beside slow twins, beside compare(), and bad input.
#include "whorl/match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>
#include <thread>

#include "../huge_text.h"
#include "../stop_at_question.h"
#include "naive.h"
#include "whorl/compare.h"

namespace whorl {
namespace {

using testing::HasSubstr;

Recipe recipe(const std::string& text) {
  auto parsed = parse_recipe(text);
  EXPECT_TRUE(parsed) << text << ": " << parsed.error().message;
  return *parsed;
}

std::vector<TextPassage> found(const std::string& a, const std::string& b, const std::string& by,
                               const PassageOptions& options = {}) {
  auto list = passages(a, b, recipe(by), options);
  EXPECT_TRUE(list) << list.error().message;
  return list ? *list : std::vector<TextPassage>();
}

std::string part(const std::string& text, const ByteRange& range) {
  return text.substr(range.begin, range.end - range.begin);
}

// Which bytes of a text of `size` the passages cover; fails where one does twice.
std::vector<bool> cover(const std::vector<TextPassage>& list, ByteRange TextPassage::*side,
                        std::size_t size) {
  std::vector<bool> covered(size);
  for (const TextPassage& passage : list) {
    const ByteRange range = passage.*side;
    EXPECT_LT(range.begin, range.end);
    EXPECT_LE(range.end, size);
    for (std::uint64_t i = range.begin; i < range.end; ++i) {
      EXPECT_FALSE(covered[i]);
      covered[i] = true;
    }
  }
  return covered;
}

// The most pairs of occurrences that one k-gram makes.
std::uint64_t most_pairs(const std::string& a, const std::string& b, std::uint32_t k) {
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> count;
  for (std::size_t i = 0; i + k <= a.size(); ++i) ++count[a.substr(i, k)].first;
  for (std::size_t i = 0; i + k <= b.size(); ++i) ++count[b.substr(i, k)].second;
  std::uint64_t most = 0;
  for (const auto& [gram, n] : count) most = std::max(most, n.first * n.second);
  return most;
}

// The most symbols in a row of a match that passages cover on neither side.
std::uint32_t longest_left(const internal::match::Match& match, const std::vector<bool>& a,
                           const std::vector<bool>& b) {
  std::uint32_t longest = 0, now = 0;
  for (std::uint32_t i = 0; i < match.length; ++i) {
    now = a[match.a + i] || b[match.b + i] ? 0 : now + 1;
    longest = std::max(longest, now);
  }
  return longest;
}

TEST(Passages, CoverEveryMatchOfDynamicProgramming) {
  std::mt19937 random(11);
  const std::vector<std::string> selectors = {"winnow:w=", "oc:w=", "modmin:w=", "safemodp:w="};
  int matches = 0;
  for (int round = 0; round < 3000; ++round) {
    const unsigned letters = 2 + random() % 4;
    std::string a = naive::random_string(random, random() % 90, letters);
    std::string b = naive::random_string(random, random() % 90, letters);
    if (!a.empty()) {
      const std::size_t begin = random() % a.size();
      b.insert(random() % (b.size() + 1), a.substr(begin, random() % 50));
    }
    const std::uint32_t k = 3 + random() % 5, w = 1 + random() % 6;
    const std::string by =
        "bytes/k=" + std::to_string(k) + "/" + selectors[round % 4] + std::to_string(w);
    const auto list = found(a, b, by);
    const auto in_a = cover(list, &TextPassage::a, a.size());
    const auto in_b = cover(list, &TextPassage::b, b.size());
    std::uint64_t last = 0;
    for (const TextPassage& passage : list) {
      ASSERT_EQ(part(a, passage.a), part(b, passage.b)) << by;
      ASSERT_EQ(passage.symbols, passage.a.end - passage.a.begin);
      ASSERT_GE(passage.symbols, k);
      ASSERT_EQ(passage.kind, PassageKind::verbatim);
      ASSERT_EQ(passage.identity, 1);
      ASSERT_LE(last, passage.a.begin);
      last = passage.a.end;
    }
    if (most_pairs(a, b, k) > internal::match::kRepetitive) continue;
    for (const auto& match : naive::maximal_matches(a, b, w + k - 1)) {
      ASSERT_LT(longest_left(match, in_a, in_b), k) << a << " | " << b << " by " << by;
      ++matches;
    }
  }
  EXPECT_GT(matches, 2000);
}

// Text that is copied once is found whole, in any position, with any dropped text between.
TEST(Passages, FindEveryPlantedStretch) {
  std::mt19937 random(12);
  for (const std::string by : {"words/k=3/winnow:w=4", "text/k=8/oc:w=6", "html/k=8/modmin:w=5",
                               "bytes/k=10/winnow:w=9", "code:c/k=4/winnow:w=3"}) {
    for (int round = 0; round < 20; ++round) {
      unsigned next = 0;
      const auto words = [&](std::size_t count) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i) {
          // No two are equal, in code neither: operators tell them apart.
          text += "w" + std::to_string(random()) + "x" + std::to_string(next++);
          text += std::string(1, "+-*/%&|^<>"[random() % 10]) + " ";
        }
        return text;
      };
      std::string a = words(20), b = words(10);
      std::vector<std::string> planted;
      for (int i = 0; i < 4; ++i) planted.push_back(words(12));
      std::vector<std::size_t> order = {2, 0, 3, 1};
      for (const std::string& stretch : planted) a += stretch + words(9);
      for (const std::size_t i : order) b += planted[i] + words(7);
      const auto list = found(a, b, by);
      for (const std::string& stretch : planted) {
        const auto covers = [&](const TextPassage& p) {
          // The first symbol or two may go to a match that ends there by chance.
          const std::string inner = stretch.substr(40, stretch.size() - 80);
          return part(a, p.a).find(inner) != inner.npos && part(b, p.b).find(inner) != inner.npos;
        };
        EXPECT_TRUE(std::ranges::any_of(list, covers)) << by << ": " << stretch;
      }
    }
  }
}

TEST(Passages, RangesAreOfTheBytesGiven) {
  const std::string a = "\xff\xfe caf\xc3\xa9 \xf0\x9f\x98\x80 <b>the quick</b> brown fox";
  const std::string b = "CAFE\u0301, the   Quick (brown) f\u200box?";
  const auto list = found(a, b, "text/k=5/winnow:w=3");
  ASSERT_EQ(list.size(), 2u);  // as text, markup is text: the longer match takes the b of brown
  EXPECT_EQ(part(a, list[0].a), "the quick</b");
  EXPECT_EQ(part(b, list[0].b), "the   Quick (b");
  EXPECT_EQ(part(a, list[1].a), "rown fox");
  const auto pages = found(a, b, "html/k=5/winnow:w=3");
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_EQ(part(a, pages[0].a), "caf\xc3\xa9 \xf0\x9f\x98\x80 <b>the quick</b> brown fox");
  EXPECT_EQ(part(b, pages[0].b), "CAFE\u0301, the   Quick (brown) f\u200box");
  EXPECT_EQ(pages[0].symbols, 20u);
}

TEST(Passages, TellRenamedAndEditedFromVerbatim) {
  const std::string a =
      "int sum(int* v, int n) { int s = 0; for (int i = 0; i < n; ++i) s += v[i]; }";
  const std::string renamed =
      "int add(int* x, int m) { int t = 0; for (int j = 0; j < m; ++j) t += x[j]; }";
  const std::string by = "code:c/k=5/winnow:w=3";
  ASSERT_EQ(found(a, a, by).size(), 1u);
  EXPECT_EQ(found(a, a, by)[0].kind, PassageKind::verbatim);
  ASSERT_EQ(found(a, renamed, by).size(), 1u);
  EXPECT_EQ(found(a, renamed, by)[0].kind, PassageKind::renamed);
  std::string edited = a;
  edited.replace(edited.find("int s ="), 0, "n = n - 1; ");
  EXPECT_EQ(found(a, edited, by).size(), 2u);
  const auto joined = found(a, edited, by, {.min_identity = 0.6});
  ASSERT_EQ(joined.size(), 1u);
  EXPECT_EQ(joined[0].kind, PassageKind::edited);
  EXPECT_LT(joined[0].identity, 1);
  EXPECT_EQ(part(edited, joined[0].b), edited);
}

std::string random_program(std::mt19937& random, int functions) {
  std::string text;
  for (int i = 0; i < functions; ++i) {
    text += "int f" + std::to_string(i) + "(int a, char* b) {\n";
    for (int line = 0; line < 12; ++line) {
      const char* const lines[] = {"  a = b[a] + 1;\n",
                                   "  if (a > 7) return g(a);\n",
                                   "  while (a--) b[a] = 'x';\n",
                                   "  a <<= 2; // shift\n",
                                   "  for (int i = 0; i < a; ++i) { b[i] = a % 3; }\n",
                                   "  return h(b, a, \"text\");\n"};
      text += lines[random() % 6];
    }
    text += "}\n";
  }
  return text;
}

// The passages that the job finds in the same two files, with the same settings.
std::vector<Passage> of_compare(const std::string& a, const std::string& b, const std::string& by) {
  CompareOptions options;
  options.matching.recipe = by;
  NoProgress progress;
  auto report = compare({{.name = "a", .student = "", .documents = {{"a.c", a}}},
                         {.name = "b", .student = "", .documents = {{"b.c", b}}}},
                        options, progress);
  EXPECT_TRUE(report) << report.error().message;
  return report->pairs.empty() ? std::vector<Passage>() : report->pairs[0].passages;
}

TEST(Passages, EqualThoseOfCompare) {
  std::mt19937 random(13);
  std::size_t compared = 0;
  for (int round = 0; round < 30; ++round) {
    const std::string a = random_program(random, 6);
    std::string b = random_program(random, 2) + a.substr(random() % 300, 200 + random() % 1500) +
                    random_program(random, 2);
    if (round % 3 == 0) b.replace(b.size() / 2, 4, " z ");
    const std::string by = round % 2 ? "code:c/k=8/winnow:w=4" : "text/k=17/winnow:w=6";
    const auto wanted = of_compare(a, b, by);
    if (wanted.empty()) continue;
    const auto list = found(a, b, by, {.min_identity = 0.6});
    ASSERT_EQ(list.size(), wanted.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      EXPECT_EQ(list[i].a, wanted[i].a.view);
      EXPECT_EQ(list[i].b, wanted[i].b.view);
      EXPECT_EQ(list[i].symbols, wanted[i].symbols);
      EXPECT_EQ(list[i].kind, wanted[i].kind);
      EXPECT_EQ(list[i].identity, wanted[i].identity);
    }
    compared += list.size();
  }
  EXPECT_GT(compared, 50u);
}

TEST(Passages, OfLongRunsOfOneSymbolCoverTheShorter) {
  const std::string a(100'000, 'a'), b = "b" + std::string(60'000, 'a') + "c";
  const auto list = found(a, b, "bytes/k=20/winnow:w=30");
  std::uint64_t symbols = 0;
  for (const TextPassage& passage : list) symbols += passage.symbols;
  EXPECT_EQ(symbols, 60'000u);
}

TEST(Passages, OfShortAndEmptyTextsThereAreNone) {
  EXPECT_TRUE(found("", "", "text/k=3/winnow:w=2").empty());
  EXPECT_TRUE(found("", "some text", "text/k=3/winnow:w=2").empty());
  EXPECT_TRUE(found("so", "so", "text/k=3/winnow:w=2").empty());
  EXPECT_TRUE(found("a.b", "....", "text/k=3/winnow:w=2").empty());
  EXPECT_EQ(found("one", "one", "text/k=3/winnow:w=2").size(), 1u);
}

TEST(Passages, OtherSelectorsAreRefusedByName) {
  const std::map<std::string, std::string> reasons = {
      {"robust:w=4", "does not choose by a window alone"},
      {"modp:p=4", "does not guarantee"},
      {"min:40", "does not guarantee"}};
  for (const auto& [selector, reason] : reasons) {
    const auto list = passages("a", "b", recipe("text/k=5/" + selector));
    ASSERT_FALSE(list) << selector;
    EXPECT_EQ(list.error().code, ErrorCode::invalid_argument);
    EXPECT_THAT(list.error().message, HasSubstr(selector.substr(0, selector.find(':'))));
    EXPECT_THAT(list.error().message, HasSubstr(reason));
    EXPECT_THAT(list.error().message, HasSubstr("winnow, oc, modmin, safemodp"));
  }
}

TEST(Passages, BadInputIsRefused) {
  const Recipe good = recipe("text/k=5/winnow:w=4");
  Recipe zero = good;
  zero.k = 0;
  EXPECT_THAT(passages("a", "b", zero).error().message, HasSubstr("k is 0"));
  for (const double identity : {0.0, -1.0, 1.5, std::numeric_limits<double>::quiet_NaN(),
                                std::numeric_limits<double>::infinity()}) {
    const auto list = passages("a", "b", good, {.min_identity = identity});
    ASSERT_FALSE(list) << identity;
    EXPECT_EQ(list.error().code, ErrorCode::invalid_argument);
    EXPECT_THAT(list.error().message, HasSubstr("above 0 and at most 1"));
  }
  const test::HugeText huge;
  for (const bool first : {true, false}) {
    const auto list = passages(first ? huge.view() : "a", first ? "b" : huge.view(), good);
    ASSERT_FALSE(list);
    EXPECT_EQ(list.error().code, ErrorCode::limit_exceeded);
  }
}

TEST(Passages, AnyBytesGoThroughEveryFrontEnd) {
  std::mt19937 random(14);
  for (int round = 0; round < 200; ++round) {
    std::string a(random() % 200, '\0');
    for (char& c : a) c = static_cast<char>(random());
    const std::string b = a.substr(a.size() / 3) + a;
    for (const char* front_end : {"text", "words", "words:se", "html", "html:words", "code:python",
                                  "code:c", "consonants", "bytes"}) {
      for (const TextPassage& p : found(a, b, std::string(front_end) + "/k=2/winnow:w=2")) {
        ASSERT_LT(p.a.begin, p.a.end);
        ASSERT_LE(p.a.end, a.size());
        ASSERT_LE(p.b.end, b.size());
      }
    }
  }
}

TEST(Passages, AnyThreadAtOnce) {
  std::mt19937 random(15);
  const std::string a = random_program(random, 5), b = random_program(random, 2) + a;
  const std::size_t wanted = found(a, b, "code:c/k=8/winnow:w=4").size();
  std::vector<std::jthread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(found(a, b, "code:c/k=8/winnow:w=4").size(), wanted);
        EXPECT_FALSE(found(a, b, "text/k=17/winnow:w=6").empty());
      }
    });
  }
}

// Copies with changes, and a table whose rows repeat each other.
std::pair<std::string, std::string> two_sources(std::mt19937& random) {
  std::string a, b;
  for (int line = 0; line < 8'000; ++line) {
    const auto name = std::to_string(random() % 500), number = std::to_string(random());
    a += "x" + name + " = f(" + number + ");\n";
    b += (random() % 3 == 0 ? "y" : "x") + name + " = f(" + number + ");\n";
    if (random() % 20 == 0) b += "g();\n";
  }
  for (int row = 0; row < 2'000; ++row) {
    a += "{" + std::to_string(random() % 9) + ", 1},\n";
    b += "{" + std::to_string(random() % 9) + ", 1},\n";
  }
  return {a, b};
}

TEST(Passages, AreStoppedAtAnyQuestion) {
  std::mt19937 random(14);
  const auto [a, b] = two_sources(random);
  for (const std::string by : {"words/k=3/winnow:w=2", "code:c/k=4/winnow:w=3"}) {
    const PassageOptions options{.min_identity = .6};
    NoProgress never;
    const auto expected = passages(a, b, recipe(by), options, never);
    ASSERT_TRUE(expected);
    int stopped = 0;
    for (int questions = 0;; questions += 1 + questions / 4, ++stopped) {
      test::StopAtQuestion progress(questions);
      const auto list = passages(a, b, recipe(by), options, progress);
      if (list) {
        EXPECT_EQ(list->size(), expected->size());
        break;
      }
      ASSERT_EQ(list.error().code, ErrorCode::cancelled);
    }
    EXPECT_GT(stopped, 5);
  }
}

}  // namespace
}  // namespace whorl
