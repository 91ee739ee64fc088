// Rolled and recomputed hashes.
#include <gmock/gmock.h>

#include "run.h"

namespace whorl::test {
namespace {

TEST(Hashing, RollsTheSameHashesFaster) {
  LabOptions options;
  options.random = 50'000;
  const LabReport report = run("hashing", options);
  const LabTable& rates = table(report, "megabytes a second");
  ASSERT_EQ(rates.rows.size(), 6u);
  for (const auto& row : rates.rows) {
    for (const char* name : {"recomputed", "rolled", "selected in windows"}) {
      EXPECT_GT(std::get<double>(row[column(rates, name)]), 0) << name;
    }
  }
  options.random = 20;
  EXPECT_EQ(table(run("hashing", options), "megabytes a second").rows.size(), 3u);
  options.paths = {"/"};
  EXPECT_THAT(refusal("hashing", options), testing::HasSubstr("--random"));
}

}  // namespace
}  // namespace whorl::test
