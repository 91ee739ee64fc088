// Token dumps: for each language, a program of tests/tokens/golden and its tokens.
// WHORL_REGENERATE=1 rewrites the dumps; check every changed line before committing it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "tokens/code/code.h"

namespace whorl::internal::tokens {
namespace {

std::string golden_path(std::string_view language, std::string_view ending) {
  return std::string(WHORL_SOURCE_DIR "/tests/tokens/golden/").append(language).append(ending);
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

class CodeGolden : public testing::TestWithParam<std::string_view> {};

TEST_P(CodeGolden, TokensAreThoseOfTheDump) {
  const std::string source = read_file(golden_path(GetParam(), ".src"));
  ASSERT_FALSE(source.empty()) << "every table needs a program in tests/tokens/golden";
  const std::string tokens = code::dump_tokens(GetParam(), source);
  const std::string path = golden_path(GetParam(), ".tokens");
  if (std::getenv("WHORL_REGENERATE") != nullptr) {
    std::ofstream(path, std::ios::binary) << tokens;
  }
  EXPECT_EQ(tokens, read_file(path));
}

std::string test_name(const testing::TestParamInfo<std::string_view>& info) {
  std::string name;
  for (const char c : info.param) name += c == '-' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Languages, CodeGolden, testing::ValuesIn(code::code_languages()),
                         test_name);

}  // namespace
}  // namespace whorl::internal::tokens
