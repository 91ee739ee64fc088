// Whole pages, compared with other parsers and with texts stored next to them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "html_oracles.h"
#include "plain_text.h"
#include "tokens/html/extract.h"
#include "tokens/text.h"

namespace whorl::internal::tokens {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> pages_under(const fs::path& folder) {
  std::vector<fs::path> pages;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".html") pages.push_back(entry.path());
  }
  std::sort(pages.begin(), pages.end());
  return pages;
}

std::u32string canonical(std::string_view text) { return spelled(text_canon(text)); }

fs::path own_pages() { return fs::path(WHORL_SOURCE_DIR) / "tests/tokens/pages"; }

TEST(HtmlPages, HaveTheTextThatGumboSees) {
  for (const auto& file : pages_under(own_pages())) {
    const std::string page = contents(file);
    EXPECT_EQ(canonical(html::extract_text(page).text), canonical(gumbo_text(page))) << file;
  }
}

// NAME.txt is the text of NAME.html. After an intended change, write what the failure shows.
TEST(HtmlPages, HaveTheTextStoredBesideThem) {
  for (const auto& file : pages_under(own_pages())) {
    fs::path stored = file;
    stored.replace_extension(".txt");
    EXPECT_EQ(html::extract_text(contents(file)).text, contents(stored)) << file;
  }
}

// The labelled data next to the project, or nothing.
fs::path labelled_archive(const std::string& set) {
  const char* given = std::getenv("WHORL_DATA");
  const fs::path data =
      given != nullptr ? fs::path(given) : fs::path(WHORL_SOURCE_DIR) / "../shared/data";
  return data / (set + ".tar.xz");
}

TEST(HtmlPages, OfARealManualHaveTheTextThatOthersSee) {
  const fs::path archive = labelled_archive("kafka-html");
  if (!fs::exists(archive)) GTEST_SKIP() << archive << " is not there";
  const fs::path folder = fs::path(testing::TempDir()) / "whorl-html-pages";
  fs::create_directories(folder);
  const std::string unpack = "tar -xJf '" + archive.string() + "' -C '" + folder.string() +
                             "' kafka-html/files/0100 kafka-html/files/28";
  // Folders that are missing in the archive do not matter; the pages show what was unpacked.
  [[maybe_unused]] const int status = std::system(unpack.c_str());
  const auto pages = pages_under(folder);
  EXPECT_FALSE(pages.empty());
  std::size_t libxml2_differs = 0;  // libxml2 only knows HTML 4, in which "&gt0" is no reference
  for (const auto& file : pages) {
    const std::string page = contents(file);
    const std::u32string ours = canonical(html::extract_text(page).text);
    EXPECT_TRUE(ours == canonical(gumbo_text(page))) << "gumbo differs on " << file;
    libxml2_differs += ours != canonical(libxml2_text(page));
  }
  EXPECT_LE(libxml2_differs, pages.size() / 100);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace whorl::internal::tokens
