// The table of output formats agrees with docs/compare.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "whorl/writers.h"

namespace whorl {
namespace {

std::string in_code(std::string_view text) {
  return text.empty() ? "" : '`' + std::string(text) + '`';
}

// The row of a format as the documentation must have it, apart from blanks.
std::string documented(const OutputFormat& format) {
  const bool flag = !format.example.empty();
  return '|' + (flag ? in_code("--" + std::string(format.name) + " FILE") : "") + '|' +
         in_code(format.file) + '|' + std::string(format.shows) + '|';
}

// The line without the blanks next to its bars.
std::string compact(const std::string& line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool beside = line[i] == ' ' && ((i > 0 && line[i - 1] == '|') ||
                                           (i + 1 < line.size() && line[i + 1] == '|'));
    if (!beside) out += line[i];
  }
  return out;
}

TEST(OutputFormats, StandInTheDocuments) {
  std::ifstream file(std::string(WHORL_SOURCE_DIR) + "/docs/compare.md");
  std::set<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.insert(compact(line));
  for (const OutputFormat& format : kOutputFormats) {
    EXPECT_THAT(lines, testing::Contains(documented(format)));
  }
}

TEST(OutputFormats, AreToldApartByFileAndPath) {
  std::set<std::string_view> files;
  std::set<std::string> ways;
  for (const OutputFormat& format : kOutputFormats) {
    EXPECT_TRUE(format.file.empty() || files.insert(format.file).second);
    EXPECT_TRUE(ways.insert(std::string(format.name) + '*' + std::string(format.suffix)).second);
    EXPECT_TRUE(!format.example.empty() || !format.suffix.empty() || !format.path);
    EXPECT_TRUE(!format.standard_output || format.path != nullptr);
  }
}

}  // namespace
}  // namespace whorl
