// The results on labelled data must not get worse: one test for each set of bench/quality/sets.cc.
#include "quality/sets.h"

#include <gtest/gtest.h>

#include <cctype>
#include <memory>
#include <optional>
#include <string>

#include "quality/grade.h"

namespace whorl::quality {
namespace {

class LabelledSet : public testing::TestWithParam<SetSpec> {
 protected:
  static void TearDownTestSuite() { data_.reset(); }
  static std::optional<std::filesystem::path> folder(std::string_view archive) {
    if (!data_) data_ = std::make_unique<LabelledData>();
    return data_->folder(std::string(archive));
  }

 private:
  static inline std::unique_ptr<LabelledData> data_;
};

std::string test_name(const testing::TestParamInfo<SetSpec>& info) {
  std::string name;
  for (const char c : info.param.name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
    if (c == '+') name += 'p';
  }
  return name;
}

TEST_P(LabelledSet, KeepsItsFigures) {
  const SetSpec& set = GetParam();
  const auto where = folder(set.archive);
  if (!where) GTEST_SKIP() << absence(set.archive);
  const Result<Ranking> ranking = grade(set, *where, {});
  ASSERT_TRUE(ranking) << ranking.error().message;
  const Figures reached = figures(*ranking);
  EXPECT_GE(reached.roc_auc, set.floor_roc_auc);
  EXPECT_GE(reached.average_precision, set.floor_average_precision);
}

INSTANTIATE_TEST_SUITE_P(Sets, LabelledSet, testing::ValuesIn(sets().begin(), sets().end()),
                         test_name);

}  // namespace
}  // namespace whorl::quality
