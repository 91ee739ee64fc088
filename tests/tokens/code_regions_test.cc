// Lines that seem to begin a string, comment, here document or regular expression but do not, or
// that contain something like its end. Each is put before a program and must leave all symbols of
// the program unchanged.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "golden_program.h"
#include "line_before.h"
#include "tokens/code/lexer.h"

namespace whorl::internal::tokens::code {
namespace {

struct Example {
  const char* language;
  const char* line;
};

const Example kExamples[] = {
#include "code_region_lines.inc"
};

std::vector<std::uint32_t> region_symbols(const Language& language, std::string_view text) {
  std::vector<std::uint32_t> all;
  lex(compiled(language), text, [&](const Token& token) { all.push_back(token.symbol); });
  return all;
}

class Regions : public testing::TestWithParam<Example> {};

TEST_P(Regions, LeaveTheProgramAfterThem) {
  const Language& language = *find_language(GetParam().language);
  const std::string text = program(language);
  const std::vector<std::uint32_t> alone = region_symbols(language, text);
  const std::vector<std::uint32_t> both =
      region_symbols(language, with_line(text, GetParam().line));
  ASSERT_GE(both.size(), alone.size()) << GetParam().line;
  EXPECT_TRUE(std::equal(alone.rbegin(), alone.rend(), both.rbegin())) << GetParam().line;
}

std::string region_name(const testing::TestParamInfo<Example>& info) {
  std::string name = info.param.language;
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_" + std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(Lines, Regions, testing::ValuesIn(kExamples), region_name);

}  // namespace
}  // namespace whorl::internal::tokens::code
