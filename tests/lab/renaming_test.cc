// Parameterised matches, compared with their definition.
#include "lab/renaming.h"

#include <gmock/gmock.h>

#include <map>
#include <random>

#include "../temp_folder.h"
#include "run.h"
#include "tokens/front_ends.h"

namespace whorl::test {
namespace {

using namespace internal::lab;
using testing::HasSubstr;

NamedTokens random_program(std::mt19937& random, std::size_t length) {
  NamedTokens out;
  for (std::size_t i = 0; i < length; ++i) {
    const std::uint32_t name = random() % 4;
    out.tokens.push_back(name == 0 ? 100 + random() % 2 : 7);
    out.names.push_back(name);
  }
  return out;
}

// Whether renaming the names of one part one to one gives the other part.
bool is_p_match(const NamedTokens& a, std::size_t at_a, const NamedTokens& b, std::size_t at_b,
                std::size_t k) {
  std::map<std::uint32_t, std::uint32_t> there, back;
  for (std::size_t i = 0; i < k; ++i) {
    const std::uint32_t x = a.names[at_a + i], y = b.names[at_b + i];
    if (a.tokens[at_a + i] != b.tokens[at_b + i] || (x == 0) != (y == 0)) return false;
    if (there.try_emplace(x, y).first->second != y || back.try_emplace(y, x).first->second != x) {
      return false;
    }
  }
  return true;
}

TEST(Renaming, SpellingsAreEqualWherePMatchesAre) {
  std::mt19937 random(1);
  std::size_t matches = 0;
  for (int turn = 0; turn < 40; ++turn) {
    const auto a = random_program(random, 30), b = random_program(random, 30);
    const std::size_t k = 1 + random() % 5;
    for (std::size_t i = 0; i + k <= 30; ++i) {
      for (std::size_t j = 0; j + k <= 30; ++j) {
        const bool expected = is_p_match(a, i, b, j, k);
        matches += expected;
        ASSERT_EQ(spelled(a, i, k, NameRule::parameter) == spelled(b, j, k, NameRule::parameter),
                  expected)
            << i << " " << j << " " << k;
      }
    }
  }
  EXPECT_GT(matches, 100u);
}

TEST(Renaming, ChangesNamesAndNothingElse) {
  internal::methods::Settings settings;
  settings.front_end = internal::tokens::find_front_end("code");
  settings.argument = "c";
  const std::string program = "int f(int a, int b) { return a + b * a; }";
  EXPECT_EQ(*renamed(program, settings, Renaming::consistent),
            "int new_1(int new_2, int new_3) { return new_2 + new_3 * new_2; }");
  EXPECT_EQ(*renamed(program, settings, Renaming::in_turns),
            "int new_1(int new_2, int new_3) { return other_2 + other_3 * new_2; }");
  const auto a = named_tokens(program, settings);
  const auto b = named_tokens(*renamed(program, settings, Renaming::consistent), settings);
  EXPECT_EQ(a->tokens, b->tokens);
  EXPECT_NE(a->names, b->names);
  EXPECT_EQ(grams_of(*a, 5, NameRule::parameter), grams_of(*b, 5, NameRule::parameter));
}

TEST(Renaming, ConstantsAndParametersFindRenamedCopies) {
  const TempFolder folder("renaming");
  std::filesystem::create_directories(folder / "files");
  const std::string body =
      " { int s = 0; for (int i = 0; i < n; i++) { s += i * n; } return s; }\n";
  folder.write("files/a.c", "int sum(int n)" + body);
  folder.write("files/b.c", "int sum(int m) { while (m > 1) { m = m / 2 + 1; } return m - 2; }\n");
  folder.write("files/c.c", "int sum(int n)" + body + "int two(int n) { return n + n; }\n");
  folder.write("pairs.tsv", "a\tb\tlabel\na.c\tc.c\t1\na.c\tb.c\t0\n");
  LabOptions options;
  options.front_end = "code:c";
  options.paths = {folder.path("pairs.tsv")};
  const LabReport report = run("renaming", options);
  const LabTable& rows = table(report, "names by k");
  for (const auto& row : rows.rows) {
    const auto& names = std::get<std::string>(row[1]);
    const auto at = [&](const char* name) { return std::get<double>(row[column(rows, name)]); };
    EXPECT_EQ(at("ROC AUC"), 1) << names;
    if (names == "names kept") {
      EXPECT_LT(at("found of a renamed copy"), .4);
    }
    if (std::get<std::uint64_t>(row[0]) > 12 || names == "names kept") continue;
    EXPECT_EQ(at("found of a renamed copy"), 1) << names;
    if (names.starts_with("constants")) {
      EXPECT_EQ(at("found where names alternate"), 1);
    } else {
      EXPECT_LT(at("found where names alternate"), 1);
    }
  }
  options.front_end = "words";
  EXPECT_THAT(refusal("renaming", options), HasSubstr("--front-end code:c"));
}

}  // namespace
}  // namespace whorl::test
