// whorl compare --against: the registry's matches for the files are shown next to the pairs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "../input/make_archive.h"
#include "cli/flags.h"
#include "run_program.h"

namespace whorl::cli {
namespace {

using nlohmann::json;
namespace input = internal::input;
using testing::HasSubstr;

std::string words(int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) text += "word" + std::to_string(i * i % 7919) + "\n";
  return text;
}

class Against : public testing::Test {
 protected:
  Against() {
    folder_.write("past/zoe.txt", words(0, 400));
    folder_.write("now/ann.txt", words(0, 400) + words(1000, 1400));
    folder_.write("now/ben.txt", words(2000, 2400));
    folder_.write("given.txt", words(0, 400));
    EXPECT_EQ(whorl({"registry", "create", "archive"}).status, kDone);
    EXPECT_EQ(whorl({"registry", "add", "archive", "past", "--owner", "cs101"}).status, kDone);
  }

  test::Outcome whorl(std::vector<std::string> arguments) {
    return test::run({.arguments = std::move(arguments), .folder = folder_.path()});
  }

  json known(std::vector<std::string> more) {
    std::vector<std::string> arguments = {"compare", "now", "--against", "archive", "--json", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const test::Outcome outcome = whorl(std::move(arguments));
    EXPECT_EQ(outcome.status, kDone) << outcome.err;
    return json::parse(outcome.out).at("known");
  }

  test::TemporaryFolder folder_;
};

TEST_F(Against, TellsWhatTheRegistryKnowsOfEachFile) {
  const json files = known({});
  ASSERT_EQ(files.size(), 1);
  EXPECT_EQ(files[0].at("path"), "ann.txt");
  EXPECT_NEAR(files[0].at("known"), .5, .1);
  const json& source = files[0].at("sources").at(0);
  EXPECT_EQ(source.at("name"), "zoe.txt");
  EXPECT_EQ(source.at("owner"), "cs101");
  EXPECT_NEAR(source.at("contains"), 1, .05);
  EXPECT_NEAR(source.at("lines").at(0).at(1), 400, 12);
}

// As the submissions' files are called, whatever they were read from; those of past years are not
// asked for.
TEST_F(Against, FilesOfAnArchiveAreCalledAsTheReportCallsThem) {
  folder_.write("hand-ins.zip", input::make_archive(input::Packing::zip,
                                                    {{"ann/essay.txt", words(0, 400), ""},
                                                     {"ben/essay.txt", words(900, 1400), ""}}));
  const test::Outcome outcome = whorl(
      {"compare", "hand-ins.zip", "--archive", "past", "--against", "archive", "--json", "-"});
  ASSERT_EQ(outcome.status, kDone) << outcome.err;
  const json report = json::parse(outcome.out);
  ASSERT_EQ(report.at("known").size(), 1);
  EXPECT_EQ(report.at("known").at(0).at("path").get<std::string>(), "ann/essay.txt");
}

TEST_F(Against, GivenTextsAndAnOwnerDoNotCount) {
  EXPECT_TRUE(known({"--base", "given.txt"}).empty());
  EXPECT_TRUE(known({"--exclude-owner", "cs101"}).empty());
}

TEST_F(Against, IsSaidOnTheTerminal) {
  EXPECT_THAT(whorl({"compare", "now", "--against", "archive"}).out,
              HasSubstr("archive knows a part of 1 file:\n"));
}

TEST_F(Against, RefusesWhatCannotBe) {
  const auto refused = [&](std::vector<std::string> more, const std::string& why) {
    more.insert(more.begin(), {"compare", "now"});
    const test::Outcome outcome = whorl(std::move(more));
    EXPECT_NE(outcome.status, kDone);
    EXPECT_THAT(outcome.err, HasSubstr(why));
  };
  refused({"--exclude-owner", "cs101"}, "name it with --against");
  refused({"--against", "archive", "--anonymize"}, "leave out one of them");
  refused({"--against", "nowhere"}, "nowhere: is not a registry");
}

}  // namespace
}  // namespace whorl::cli
