// The overview of a report counts exactly, whatever the limit: it says as many pairs share a
// passage as a list without a limit has.
#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "quality/labelled_data.h"
#include "whorl/compare.h"
#include "whorl/progress.h"

namespace whorl::quality {
namespace {

struct Set {
  const char* name;
  const char* folder;  // a folder in it, whose files are the submissions
};

class Overview : public testing::TestWithParam<Set> {
 protected:
  static Result<CompareReport> report(const std::filesystem::path& files, std::uint64_t limit) {
    CompareOptions options;
    options.input.paths = {files.string()};
    options.input.by = SubmissionUnit::file;
    options.ranking.limit = limit;
    NoProgress progress;
    return compare(options, progress);
  }
};

std::uint64_t sum(const std::vector<std::uint64_t>& bins) {
  return std::accumulate(bins.begin(), bins.end(), std::uint64_t{0});
}

TEST_P(Overview, CountsThePairsThatAreListedWithoutALimit) {
  LabelledData data;
  const auto where = data.folder(GetParam().name);
  if (!where) GTEST_SKIP() << absence(GetParam().name);
  const std::filesystem::path files = *where / GetParam().folder;
  const auto all = report(files, 0);
  ASSERT_TRUE(all) << all.error().message;
  EXPECT_EQ(all->omitted_pairs, 0u);
  EXPECT_EQ(sum(all->histogram), all->pairs.size());
  EXPECT_EQ(sum(all->histogram_estimated), 0u);

  constexpr std::uint64_t kFew = 20;
  ASSERT_GT(all->pairs.size(), 2 * kFew);
  const auto best = report(files, kFew);
  ASSERT_TRUE(best) << best.error().message;
  EXPECT_EQ(best->pairs.size(), kFew);
  EXPECT_EQ(best->pairs.size() + best->omitted_pairs, all->pairs.size());
  EXPECT_EQ(sum(best->histogram), all->pairs.size());
  EXPECT_EQ(sum(best->histogram_estimated), best->omitted_pairs);
}

std::string name_of(const testing::TestParamInfo<Set>& set) {
  std::string name(set.param.name);
  std::erase(name, '-');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Sets, Overview,
                         testing::Values(Set{"progpedia-jplag", "files"},
                                         Set{"irplag", "files/case-01"},
                                         Set{"codeforces-cheats", "files"},
                                         Set{"clough-stevenson", "files"}),
                         name_of);

}  // namespace
}  // namespace whorl::quality
