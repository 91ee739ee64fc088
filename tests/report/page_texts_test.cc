#include "jobs/compare/report/page_texts.h"

#include <gtest/gtest.h>

#include "sample_report.h"
#include "unpack.h"

namespace whorl::internal::compare::report {
namespace {

// Submissions of one file with `bytes` bytes each. Each is paired with the next one, best pairs
// first.
CompareReport chain(std::uint32_t submissions, std::size_t bytes) {
  CompareReport report;
  std::uint32_t noise = 1;
  for (std::uint32_t i = 0; i < submissions; ++i) {
    std::string text(bytes, ' ');
    for (char& c : text)
      c = static_cast<char>(' ' + ((noise = noise * 1664525 + 1013904223) >> 26));
    report.files.push_back(test::file("f" + std::to_string(i), text));
    report.submissions.push_back(test::submission("s" + std::to_string(i), {i}));
    if (i == 0) continue;
    Pair pair;
    pair.a = i - 1;
    pair.b = i;
    pair.passages = {test::passage(i - 1, i, PassageKind::verbatim)};
    report.pairs.push_back(pair);
  }
  return report;
}

std::size_t held(const PageTexts& texts) {
  return static_cast<std::size_t>(
      std::count_if(texts.places.begin(), texts.places.end(),
                    [](const auto& place) { return place.has_value(); }));
}

TEST(PageTexts, OnlyFilesOfThePairsShown) {
  PageLimits limits;
  limits.pairs = 3;
  const PageTexts texts = page_texts(chain(10, 100), limits);
  EXPECT_EQ(texts.pairs, 3u);
  EXPECT_EQ(held(texts), 4u);
}

TEST(PageTexts, WholePairsWithinTheBytesOfThePage) {
  const CompareReport report = chain(40, 1000);
  PageLimits limits;
  limits.chunk_bytes = 2000;
  limits.page_bytes = 10'000;
  const PageTexts texts = page_texts(report, limits);
  std::size_t bytes = 0;
  for (const std::string& chunk : texts.chunks) bytes += chunk.size();
  EXPECT_LE(bytes, limits.page_bytes);
  EXPECT_GT(texts.pairs, 3u);
  EXPECT_LT(texts.pairs, 39u);
  for (std::uint64_t i = 0; i < texts.pairs; ++i) {
    EXPECT_TRUE(texts.places[report.pairs[i].a] && texts.places[report.pairs[i].b]);
  }
}

TEST(PageTexts, LimitsOfBytesAndPassages) {
  PageLimits limits;
  limits.text_bytes = 550;
  EXPECT_EQ(page_texts(chain(10, 100), limits).pairs, 4u);
  limits = {};
  limits.passages = 2;
  EXPECT_EQ(page_texts(chain(10, 100), limits).pairs, 2u);
  limits = {};
  limits.page_bytes = 1;
  const PageTexts none = page_texts(chain(10, 100), limits);
  EXPECT_EQ(none.pairs, 0u);
  EXPECT_EQ(held(none), 0u);
}

TEST(PageTexts, SameBytesAtAnyThreadCount) {
  const CompareReport report = chain(60, 3000);
  PageLimits limits;
  limits.chunk_bytes = 5000;
  EXPECT_EQ(page_texts(report, limits, 1).chunks, page_texts(report, limits, 4).chunks);
}

TEST(PageTexts, EachChunkUnpacksToItsTexts) {
  const CompareReport report = chain(10, 1000);
  PageLimits limits;
  limits.chunk_bytes = 3000;
  const PageTexts texts = page_texts(report, limits);
  EXPECT_GT(texts.chunks.size(), 2u);
  for (std::size_t i = 0; i < report.files.size(); ++i) {
    const TextPlace& place = texts.places[i].value();
    const std::string chunk = test::from_gzip(test::from_base64(texts.chunks[place.chunk]));
    EXPECT_EQ(chunk.substr(place.begin, place.length), report.files[i].text);
  }
}

}  // namespace
}  // namespace whorl::internal::compare::report
