// Options that experiments refuse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "run.h"

namespace whorl::test {
namespace {

using testing::HasSubstr;

TEST(LabRefusals, InputsAreTextsOrRandomLetters) {
  for (const char* experiment : {"density", "frequency"}) {
    EXPECT_THAT(refusal(experiment, {}), HasSubstr("--random"));
    LabOptions both;
    both.random = 10;
    both.paths = {"/"};
    EXPECT_THAT(refusal(experiment, both), HasSubstr("or --random"));
    LabOptions absent;
    absent.paths = {"/not/there"};
    EXPECT_THAT(refusal(experiment, absent), HasSubstr("/not/there"));
  }
  LabOptions random;
  random.random = 10;
  EXPECT_THAT(refusal("guarantee", random), HasSubstr("no inputs"));
  EXPECT_THAT(refusal("quality", {}), HasSubstr("labelled pairs"));
}

TEST(LabRefusals, AbsurdParametersAreNamed) {
  LabOptions options;
  options.random = 1000;
  options.window = 0;
  EXPECT_THAT(refusal("density", options), HasSubstr("w is '0'"));
  options.window = 1u << 21;
  EXPECT_THAT(refusal("density", options), HasSubstr("w is '2097152'"));
  options.window = 100;
  options.modulus = 0;
  EXPECT_THAT(refusal("density", options), HasSubstr("p is '0'"));
  options.modulus = 50;
  options.k = 0;
  EXPECT_THAT(refusal("density", options), HasSubstr("k"));
  options.k = {};
  options.front_end = "prose";
  EXPECT_THAT(refusal("density", options), HasSubstr("prose"));
  LabOptions none;
  none.trials = 0;
  EXPECT_THAT(refusal("guarantee", none), HasSubstr("trials is 0"));
  EXPECT_THAT(refusal("sketch-error", none), HasSubstr("trials is 0"));
  none.trials = 1;
  none.draws = 0;
  EXPECT_THAT(refusal("sketch-error", none), HasSubstr("draws is 0"));
}

TEST(LabRefusals, StopWhenAsked) {
  class Stop final : public Progress {
   public:
    void phase(std::string_view, std::uint64_t) override {}
    void advance(std::uint64_t) override {}
    bool cancelled() const override { return true; }
  } stop;
  LabOptions options;
  options.random = 1000;
  for (const char* experiment : {"density", "frequency"}) {
    const auto report = find_lab_experiment(experiment)->run(options, stop);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::cancelled);
  }
  for (const char* experiment : {"guarantee", "sketch-error"}) {
    const auto report = find_lab_experiment(experiment)->run({}, stop);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::cancelled);
  }
}

TEST(Lab, ExperimentsAreDocumented) {
  std::ifstream in(std::string(WHORL_SOURCE_DIR) + "/docs/lab.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  for (const LabExperiment& row : lab_experiments()) {
    EXPECT_THAT(page, HasSubstr("whorl lab " + std::string(row.name)));
    EXPECT_THAT(page, HasSubstr("## " + std::string(row.name)));
  }
}

}  // namespace
}  // namespace whorl::test
