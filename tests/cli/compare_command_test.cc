// whorl compare as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <nlohmann/json.hpp>

#include "cli/flags.h"
#include "run_program.h"

namespace whorl::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A C function that differs from seed to seed in more than names.
std::string program(int seed) {
  const char* operators[] = {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">"};
  std::string text = "int f(int a, int b) {\n";
  unsigned state = static_cast<unsigned>(seed) * 2654435761u + 1;
  for (int line = 0; line < 30; ++line) {
    text += "  a = a";
    for (int i = 0; i < 6; ++i) {
      state = state * 1664525 + 1013904223;
      text += std::string(" ") + operators[state >> 16 & 7] + (state >> 24 & 1 ? " b" : " (a + 1)");
    }
    text += state >> 28 & 1 ? ";\n" : ";\n  if (a) b++;\n";
  }
  return text + "  return a;\n}\n";
}

class CompareCommand : public testing::Test {
 protected:
  CompareCommand() {
    folder_.write("hw/ann/main.c", program(1));
    folder_.write("hw/ben/main.c", program(1));
    folder_.write("hw/cem/main.c", program(2));
  }

  test::Outcome compare(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "compare");
    return test::run({.arguments = arguments, .folder = folder_.path()});
  }

  bool exists(const std::string& name) const { return fs::exists(folder_.path() / name); }

  test::TemporaryFolder folder_;
};

TEST_F(CompareCommand, WritesAReportAndTellsWhereItIs) {
  const test::Outcome outcome = compare({"hw"});
  EXPECT_EQ(outcome.status, kDone) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("1.000"));
  EXPECT_THAT(outcome.out, HasSubstr("The report is in whorl-report/report.html"));
  EXPECT_EQ(outcome.err, "");  // no terminal, no progress
  for (const char* name : {"report.html", "report.json", "pairs.csv"}) {
    EXPECT_TRUE(exists(std::string("whorl-report/") + name)) << name;
  }
}

TEST_F(CompareCommand, WritesJsonToStandardOutput) {
  const test::Outcome outcome = compare({"hw", "--json", "-"});
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json.at("submissions").size(), 3u);
  EXPECT_EQ(json.at("pairs").at(0).at("score"), 1);
  EXPECT_THAT(outcome.err, HasSubstr("3 submissions"));
  EXPECT_FALSE(exists("whorl-report"));
}

TEST_F(CompareCommand, QuietSaysNothing) {
  const test::Outcome outcome = compare({"hw", "-q", "--csv", "pairs.csv"});
  EXPECT_EQ(outcome.status, kDone);
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_TRUE(exists("pairs.csv"));
}

TEST_F(CompareCommand, EveryOutputAtOnce) {
  const test::Outcome outcome =
      compare({"hw", "-o", "r", "--json", "j", "--csv", "c", "--sarif", "s", "--timings", "t"});
  EXPECT_EQ(outcome.status, kDone) << outcome.err;
  EXPECT_EQ(folder_.read("j"), folder_.read("r/report.json"));
  EXPECT_EQ(folder_.read("c"), folder_.read("r/pairs.csv"));
  EXPECT_EQ(nlohmann::json::parse(folder_.read("s")).at("version"), "2.1.0");
  EXPECT_GT(nlohmann::json::parse(folder_.read("t")).at("phases").size(), 0u);
}

// All that is needed to repeat the run; an anonymous one contains no names.
TEST_F(CompareCommand, TheReportSaysHowItCameAbout) {
  ::unsetenv("SOURCE_DATE_EPOCH");
  const auto run_of = [&](const std::vector<std::string>& words) {
    return nlohmann::json::parse(compare(words).out).at("run");
  };
  const auto run = run_of({"hw", "--limit", "7", "--exclude", "*.o", "--json", "-"});
  EXPECT_EQ(run.at("command"), "whorl compare hw --exclude '*.o' --limit 7");
  EXPECT_EQ(run.at("date").get<std::string>().size(), 10u);
  const auto option = [](const nlohmann::json& of, const std::string& name) {
    for (const auto& each : of.at("options")) {
      if (each.at("name") == name) return each;
    }
    return nlohmann::json();
  };
  EXPECT_EQ(option(run, "limit"),
            (nlohmann::json{{"name", "limit"}, {"value", "7"}, {"given", true}}));
  EXPECT_EQ(option(run, "min-similarity"),
            (nlohmann::json{{"name", "min-similarity"}, {"value", "0"}, {"given", false}}));
  EXPECT_TRUE(option(run, "threads").is_null());
  const auto anonymous = run_of({"hw", "--anonymize", "--exclude", "*.o", "--json", "-"});
  EXPECT_EQ(anonymous.at("command"), "");
  EXPECT_EQ(option(anonymous, "exclude").at("value"), "…");
}

TEST_F(CompareCommand, SameBytesAtAnyThreadCountAndOrderOfInputs) {
  ::setenv("SOURCE_DATE_EPOCH", "1777593600", 1);
  compare({"hw/ann", "hw/ben", "hw/cem", "-o", "one", "--threads", "1"});
  compare({"hw/cem", "hw/ann", "hw/ben", "-o", "two", "--threads", "3"});
  for (const char* name : {"report.html", "report.json", "pairs.csv"}) {
    EXPECT_EQ(folder_.read(std::string("one/") + name), folder_.read(std::string("two/") + name));
  }
  ::unsetenv("SOURCE_DATE_EPOCH");
  EXPECT_THAT(folder_.read("one/report.json"), HasSubstr("\"2026-05-01\""));
}

TEST_F(CompareCommand, SkippedInputsAreListedAndTheStatusSaysSo) {
  folder_.write("hw/dan/main.zip", "PK\3\4 broken");
  const test::Outcome outcome = compare({"hw"});
  EXPECT_EQ(outcome.status, kInputsSkipped);
  EXPECT_THAT(outcome.out, HasSubstr("1 input skipped"));
  EXPECT_THAT(outcome.out, HasSubstr("dan/main.zip"));
  const auto json = nlohmann::json::parse(folder_.read("whorl-report/report.json"));
  EXPECT_EQ(json.at("skipped").size(), 1u);
  EXPECT_THAT(folder_.read("whorl-report/skipped.csv"), HasSubstr("dan/main.zip"));
}

TEST_F(CompareCommand, SubmissionsThatHoldNothingAreNamed) {
  EXPECT_THAT(compare({"hw"}).out, Not(HasSubstr("nothing to compare")));
  folder_.write("hw/dag/main.c", "");
  EXPECT_THAT(compare({"hw", "--force"}).out,
              HasSubstr("1 submission has nothing to compare: dag.\n"));
  for (int i = 1; i < 9; ++i) folder_.write("hw/e" + std::to_string(i) + "/main.c", " // \n");
  const test::Outcome outcome = compare({"hw", "--force"});
  EXPECT_THAT(outcome.out, HasSubstr("9 submissions have nothing to compare: dag, e1, e2, e3, e4 "
                                     "and 4 more.\n"));
  EXPECT_EQ(outcome.status, kDone) << outcome.err;
}

TEST_F(CompareCommand, RefusesAFolderThatIsNoReportBeforeAnyWork) {
  const test::Outcome outcome = compare({"hw", "-o", "hw"});
  EXPECT_EQ(outcome.status, kWrongUsage);
  EXPECT_THAT(outcome.err, HasSubstr("hw contains files other than a report"));
}

// The names of the submissions of a report.
std::vector<std::string> submissions(const std::string& json) {
  std::vector<std::string> names;
  const auto report = nlohmann::json::parse(json);
  for (const auto& submission : report.at("submissions")) {
    names.push_back(submission.at("name"));
  }
  return names;
}

TEST_F(CompareCommand, ItsOwnOutputsAreNoInputOfTheNextRun) {
  const std::vector<std::string> again = {"hw",           "-o",           "hw/results",
                                          "--csv",        "hw/pairs.csv", "--sarif",
                                          "hw/all.sarif", "--timings",    "hw/t.json"};
  EXPECT_EQ(compare(again).status, kDone);
  const std::string first = folder_.read("hw/results/report.json");
  EXPECT_EQ(compare(again).status, kDone);
  EXPECT_EQ(folder_.read("hw/results/report.json"), first);
  EXPECT_THAT(submissions(first), testing::ElementsAre("ann", "ben", "cem"));
}

TEST_F(CompareCommand, ReportsOfEarlierRunsAreNoSubmissions) {
  compare({"hw", "-o", "hw/week1"});
  const test::Outcome outcome = compare({"hw", "-o", "hw/week2"});
  EXPECT_EQ(outcome.status, kInputsSkipped);
  EXPECT_THAT(outcome.out, HasSubstr("week1"));
  EXPECT_THAT(outcome.out, HasSubstr("is the report of an earlier run"));
  EXPECT_THAT(submissions(folder_.read("hw/week2/report.json")),
              testing::ElementsAre("ann", "ben", "cem"));
}

TEST_F(CompareCommand, AMissingInputIsNamed) {
  const test::Outcome outcome = compare({"hw", "homewrok"});
  EXPECT_EQ(outcome.status, kWrongUsage);
  EXPECT_THAT(outcome.err, HasSubstr("homewrok"));
  EXPECT_FALSE(exists("whorl-report"));
}

TEST_F(CompareCommand, AnonymizeLeavesNoNameInAnyOutput) {
  compare({"hw", "-o", "r", "--anonymize"});
  const test::Outcome outcome = compare({"hw", "-o", "r", "--anonymize", "--sarif", "r.sarif"});
  EXPECT_THAT(outcome.out, HasSubstr("s001"));
  const std::string all = outcome.out + folder_.read("r/report.json") +
                          folder_.read("r/pairs.csv") + folder_.read("r.sarif");
  for (const char* name : {"ann", "ben", "cem"}) {
    EXPECT_THAT(all, Not(HasSubstr(std::string(name) + "/")));
    EXPECT_THAT(all, Not(HasSubstr("\"" + std::string(name) + "\"")));
  }
}

TEST_F(CompareCommand, HostileNamesReachNoOutputUnescaped) {
  const std::string name = "e<img src=x>\"\n\x1b[31m=1";
  folder_.write("hw/" + name + "/main.c", program(1));
  const test::Outcome outcome = compare({"hw"});
  EXPECT_EQ(outcome.status, kDone) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\\n\\x1b[31m=1"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(folder_.read("whorl-report/report.html"), Not(HasSubstr("[31m=1")));
  const auto json = nlohmann::json::parse(folder_.read("whorl-report/report.json"));
  EXPECT_EQ(json.at("submissions").size(), 4u);
}

// Pages of almost no text: the one of cem has another element in place of each section.
TEST_F(CompareCommand, PagesThatAreMostlyMarkupAreComparedByIt) {
  const auto page = [](const std::string& section, const std::string& caption) {
    std::string text = "<!DOCTYPE html><html><body>";
    for (int i = 0; i < 12; ++i) {
      const std::string n = std::to_string(i);
      text += "<" + section + " id=s" + n + "><div class=row><figure><img src=" + n +
              ".png><figcaption><b>" + caption + n +
              "</b></figcaption></figure><table><tr><td>1<td>2</table><ul><li><li></ul></div></" +
              section + ">";
    }
    return text + "</body></html>\n";
  };
  folder_.write("web/ann/index.html", page("section", ""));
  folder_.write("web/ben/index.html", page("section", "n"));
  folder_.write("web/cem/index.html", page("article", "x"));
  const test::Outcome found = compare({"web", "--json", "-"});
  EXPECT_EQ(found.status, kDone) << found.err;
  const auto report = nlohmann::json::parse(found.out);
  EXPECT_EQ(report["pairs"].size(), 3u);
  EXPECT_THAT(found.out, HasSubstr("markup/k=10/winnow:w=2"));
  folder_.write("given.html", page("section", "An article of more words than tags. "));
  const test::Outcome rest = compare({"web", "--base", "given.html", "--json", "-"});
  EXPECT_EQ(nlohmann::json::parse(rest.out)["pairs"].size(), 0u) << rest.out;
}

// Work for a few seconds, so that a signal finds the program in the midst of it.
void write_much(const test::TemporaryFolder& folder) {
  for (int i = 0; i < 300; ++i) {
    std::string text;
    for (int j = 0; j < 60; ++j) text += program(1000 * i + j);
    folder.write("much/" + std::to_string(i) + ".c", text);
  }
}

TEST_F(CompareCommand, CtrlCLeavesNoHalfReport) {
  write_much(folder_);
  for (const int milliseconds : {20, 200}) {
    const test::Outcome outcome = test::run({.arguments = {"compare", "much", "-o", "r"},
                                             .folder = folder_.path(),
                                             .signal = SIGINT,
                                             .after = std::chrono::milliseconds(milliseconds)});
    EXPECT_EQ(outcome.status, kInterrupted) << outcome.err;
    EXPECT_FALSE(exists("r"));
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), {}), 2);  // hw and much
}

}  // namespace
}  // namespace whorl::cli
