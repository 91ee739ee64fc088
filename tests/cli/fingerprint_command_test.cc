// whorl fingerprint from the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/flags.h"
#include "cli/text.h"
#include "run_program.h"

namespace whorl::cli {
namespace {

using testing::HasSubstr;

class FingerprintCommand : public testing::Test {
 protected:
  FingerprintCommand() {
    std::string text;
    for (int i = 0; i < 500; ++i) text += "the " + std::to_string(i * i) + " winter ";
    folder_.write("texts/a.txt", text);
    folder_.write("texts/b.txt", text + "and more");
  }

  test::Outcome fingerprint(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "fingerprint");
    return test::run({.arguments = arguments, .folder = folder_.path()});
  }

  test::TemporaryFolder folder_;
};

TEST_F(FingerprintCommand, ShowsWhatTheRecipeSelects) {
  const test::Outcome outcome = fingerprint({"texts", "--recipe", "text/k=20/winnow:w=10"});
  EXPECT_EQ(outcome.status, kDone) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("text/k=20/winnow:w=10"));
  EXPECT_THAT(outcome.out, HasSubstr("documents     2"));
}

TEST_F(FingerprintCommand, PrintsALineADocumentAndStatisticsApart) {
  const test::Outcome outcome = fingerprint({"texts", "--jsonl", "--json"});
  const std::vector<std::string_view> lines = split(outcome.out, '\n');
  ASSERT_EQ(lines.size(), 3u);  // the last one is empty
  EXPECT_EQ(nlohmann::json::parse(lines[0]).at("name"), "a.txt");
  EXPECT_EQ(nlohmann::json::parse(lines[1]).at("name"), "b.txt");
  EXPECT_EQ(nlohmann::json::parse(outcome.err).at("documents"), 2);
}

TEST_F(FingerprintCommand, SaysWhatWasSkippedAndWhatWasReadByAFallback) {
  folder_.write("texts/c.txt", "no charset \x81\x8d has \xe2\x82 all of this");
  folder_.write("texts/d.txt", std::string(2000, '\0'));
  const test::Outcome outcome = fingerprint({"texts", "--json"});
  EXPECT_EQ(outcome.status, kInputsSkipped);
  const nlohmann::json skipped = nlohmann::json::parse(outcome.out).at("skipped");
  ASSERT_EQ(skipped.size(), 2u);
  EXPECT_EQ(skipped[0].at("path"), "c.txt");
  EXPECT_EQ(skipped[0].at("kind"), "fallback");
  EXPECT_EQ(skipped[1].at("path"), "d.txt");
  EXPECT_EQ(skipped[1].at("kind"), "skipped");
}

TEST_F(FingerprintCommand, TellsTextsWithoutConsonants) {
  folder_.write("texts/c.txt", "Привет, мир");
  const test::Outcome outcome =
      fingerprint({"texts", "--recipe", "consonants/k=20/winnow:w=6", "--json"});
  const nlohmann::json result = nlohmann::json::parse(outcome.out);
  EXPECT_THAT(result.at("recipe"), HasSubstr("(consonants 1, Unicode "));
  EXPECT_EQ(result.at("documents"), 3);
  ASSERT_EQ(result.at("skipped").size(), 1u);
  EXPECT_EQ(result.at("skipped")[0].at("path"), "c.txt");
  EXPECT_THAT(result.at("skipped")[0].at("reason"), HasSubstr("no Latin consonants"));
}

TEST_F(FingerprintCommand, SameBytesAtAnyThreadCount) {
  fingerprint({"texts", "-o", "one", "--threads", "1"});
  fingerprint({"texts", "-o", "two", "--threads", "3"});
  EXPECT_FALSE(folder_.read("one").empty());
  EXPECT_EQ(folder_.read("one"), folder_.read("two"));
}

TEST_F(FingerprintCommand, WrongUsageSaysWhatWouldBeRight) {
  EXPECT_EQ(fingerprint({}).status, kWrongUsage);
  EXPECT_THAT(fingerprint({}).err, HasSubstr("name files"));
  EXPECT_EQ(fingerprint({"nowhere"}).status, kWrongUsage);
  EXPECT_THAT(fingerprint({"nowhere"}).err, HasSubstr("nowhere"));
  EXPECT_EQ(fingerprint({"texts", "--recipe", "text/k=50/winow:w=4"}).status, kWrongUsage);
}

}  // namespace
}  // namespace whorl::cli
