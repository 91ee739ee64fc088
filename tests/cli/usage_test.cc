// The table of flags seen from outside: help, manual page, completion, wrong usage.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/completion.h"
#include "cli/flags.h"
#include "cli/help_text.h"
#include "cli/text.h"
#include "run_program.h"

namespace whorl::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

test::Outcome whorl(std::vector<std::string> arguments) {
  return test::run({.arguments = std::move(arguments)});
}

TEST(Help, ListsEveryFlagWithItsExample) {
  for (const Command& command : commands()) {
    const test::Outcome outcome = whorl({std::string(command.name), "--help"});
    EXPECT_EQ(outcome.status, kDone);
    for (const Flag& flag : command.flags) {
      EXPECT_THAT(outcome.out, HasSubstr(synopsis(flag))) << flag.name;
      EXPECT_THAT(outcome.out, HasSubstr(flag.example)) << flag.name;
    }
  }
}

TEST(Help, FitsEightyColumns) {
  for (const Command& command : commands()) {
    const std::string help = help_of(command);
    for (const std::string_view line : split(help, '\n')) {
      EXPECT_LE(display_width(line), 80u) << line;
    }
  }
}

TEST(Help, IsFoundWhereverItIsLookedFor) {
  const std::string compare = help_of(*find_command("compare"));
  EXPECT_EQ(whorl({"help", "compare"}).out, compare);
  EXPECT_EQ(whorl({"compare", "-h"}).out, compare);
  EXPECT_EQ(whorl({"--help"}).out, overview());
  EXPECT_EQ(whorl({"help"}).out, overview());
  EXPECT_EQ(whorl({}).err, overview());
  EXPECT_EQ(whorl({}).status, kWrongUsage);
}

TEST(Flags, HaveNamesOfTheirOwn) {
  for (const Command& command : commands()) {
    for (const Flag& flag : command.flags) {
      EXPECT_EQ(std::count_if(command.flags.begin(), command.flags.end(),
                              [&](const Flag& other) { return other.name == flag.name; }),
                1);
      EXPECT_TRUE(flag.letter == 0 ||
                  std::count_if(command.flags.begin(), command.flags.end(), [&](const Flag& other) {
                    return other.letter == flag.letter;
                  }) == 1);
      EXPECT_FALSE(flag.help.empty());
      EXPECT_EQ(flag.kind == ArgumentKind::none, flag.argument.empty());
      EXPECT_EQ(flag.kind == ArgumentKind::none, flag.example.empty());
    }
  }
}

TEST(Help, PrintsEachHeadingOnce) {
  for (const Command& command : commands()) {
    const std::string help = help_of(command);
    for (const Flag& flag : command.flags) {
      const std::string heading = fmt::format("\n{}:\n", flag.group);
      EXPECT_EQ(help.find(heading), help.rfind(heading)) << command.name << heading;
      EXPECT_NE(help.find(heading), std::string::npos) << command.name << heading;
    }
  }
}

// WHORL_UPDATE_GOLDEN=1 writes it anew.
TEST(ManPage, InDocsIsUpToDate) {
  const std::string path = std::string(WHORL_SOURCE_DIR) + "/docs/whorl.1";
  if (std::getenv("WHORL_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << man_page();
  std::ifstream file(path);
  std::stringstream stored;
  stored << file.rdbuf();
  EXPECT_EQ(stored.str(), man_page()) << "make it anew: whorl help --man > docs/whorl.1";
  EXPECT_EQ(whorl({"help", "--man"}).out, man_page());
}

TEST(ManPage, NamesEveryFlag) {
  const std::string page = man_page();
  for (const Command& command : commands()) {
    for (const Flag& flag : command.flags) {
      std::string name;
      for (const char c : flag.name) name += c == '-' ? "\\-" : std::string(1, c);
      EXPECT_THAT(page, HasSubstr("\\-\\-" + name)) << flag.name;
    }
  }
}

TEST(Completion, NamesEveryFlagInEveryShell) {
  for (const Flag& flag : find_command("compare")->flags) {
    const std::string name(flag.name);
    EXPECT_THAT(bash_completion(), HasSubstr("--" + name));
    EXPECT_THAT(zsh_completion(), HasSubstr("--" + name + "["));
    EXPECT_THAT(fish_completion(), HasSubstr(" -l " + name + " "));
  }
}

// What bash offers for the last of `words`.
std::string offered(const std::string& words, int count) {
  const test::TemporaryFolder folder;
  folder.write("whorl.bash", bash_completion());
  const std::string script = "source whorl.bash; COMP_WORDS=(" + words +
                             "); COMP_CWORD=" + std::to_string(count - 1) +
                             "; _whorl; echo ${COMPREPLY[@]} > offered";
  const std::string command =
      "cd '" + folder.path().string() + "' && bash --norc -c '" + script + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
  return folder.read("offered");
}

TEST(Completion, BashOffersWhatFits) {
  EXPECT_EQ(offered("whorl comp", 2), "compare completion\n");
  EXPECT_EQ(offered("whorl compare --lim", 3), "--limit\n");
  EXPECT_EQ(offered("whorl compare --sort s", 4), "score similarity\n");
  EXPECT_EQ(offered("whorl completion \"\"", 3), "bash zsh fish\n");
}

TEST(Methods, TheTablesAsTextAndAsJson) {
  const auto json = nlohmann::json::parse(whorl({"methods", "--json"}).out);
  const std::string text = whorl({"methods"}).out;
  for (const char* table : {"front_ends", "selectors", "languages", "sketches", "pairs"}) {
    EXPECT_FALSE(json.at(table).empty()) << table;
    for (const nlohmann::json& row : json.at(table)) {
      EXPECT_THAT(text, HasSubstr("  " + row.at("name").get<std::string>()));
    }
  }
}

TEST(Version, SaysWhatABugReportNeeds) {
  EXPECT_EQ(whorl({"--version"}).out, whorl({"version"}).out);
  EXPECT_THAT(whorl({"version", "--verbose"}).out, HasSubstr("compiler: "));
  EXPECT_THAT(whorl({"version", "--verbose"}).out, HasSubstr("sockets, new processes"));
}

TEST(Usage, UnknownFlagsNameTheNearest) {
  const test::Outcome outcome = whorl({"compare", "x", "--nosie", "3"});
  EXPECT_EQ(outcome.status, kWrongUsage);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("--nosie"));
  EXPECT_THAT(outcome.err, HasSubstr("did you mean --noise?"));
}

TEST(Usage, WordsOfOtherToolsNameTheFlagHere) {
  const auto said = [](std::vector<std::string> arguments) {
    const test::Outcome outcome = whorl(std::move(arguments));
    EXPECT_EQ(outcome.status, kWrongUsage);
    return outcome.err;
  };
  EXPECT_THAT(said({"dedup", "x", "-o", "y", "--threshold", "0.8"}),
              HasSubstr("here it is --resemblance ("));
  EXPECT_THAT(said({"cluster", "x", "-o", "y", "--num_perm=256"}),
              HasSubstr("here it is --sketch: mod:25 unless another is given"));
  EXPECT_THAT(said({"dedup", "x", "--size", "128"}), HasSubstr("here it is --sketch: "));
  for (const char* flag : {"--b", "--r"}) {
    EXPECT_THAT(said({"dedup", "x", flag, "8"}), HasSubstr("here it is --pairs: as B bands"));
  }
  EXPECT_THAT(said({"dedup", "x", "--ngram", "5"}), HasSubstr("--shingle"));
  EXPECT_THAT(said({"dedup", "x", "--output-dir", "y"}),
              HasSubstr("here it is --output: a folder"));
  EXPECT_THAT(said({"dedup", "x", "--num-buckets", "20"}), HasSubstr("--pairs bands:14x8"));
  EXPECT_THAT(said({"compare", "x", "--threshold", "0.8"}), HasSubstr("--min-similarity"));
  EXPECT_THAT(said({"compare", "x", "--min-tokens", "9"}), HasSubstr("--guarantee"));
  EXPECT_THAT(said({"methods", "--threshold", "9"}), Not(HasSubstr("here it is")));
}

TEST(Usage, UnknownCommandsNameTheNearest) {
  const test::Outcome outcome = whorl({"comapre", "x"});
  EXPECT_EQ(outcome.status, kWrongUsage);
  EXPECT_THAT(outcome.err, HasSubstr("did you mean compare?"));
}

struct Wrong {
  std::vector<std::string> arguments;
  std::string said;
};

class WrongUsage : public testing::TestWithParam<Wrong> {};

TEST_P(WrongUsage, SaysWhatWouldBeRight) {
  std::vector<std::string> arguments = {"compare"};
  arguments.insert(arguments.end(), GetParam().arguments.begin(), GetParam().arguments.end());
  const test::Outcome outcome = whorl(arguments);
  EXPECT_EQ(outcome.status, kWrongUsage);
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().said));
}

INSTANTIATE_TEST_SUITE_P(
    Compare, WrongUsage,
    testing::Values(Wrong{{}, "name a folder"}, Wrong{{"--noise"}, "--noise needs K"},
                    Wrong{{"--base", "--quiet", "x"}, "--base needs PATH"},
                    Wrong{{"--noise=", "5"}, "--noise needs K"},
                    Wrong{{"--quiet=5", "x"}, "--quiet takes no argument"},
                    Wrong{{"--nois", "5", "x"}, "there is no flag --nois; did you mean --noise?"},
                    Wrong{{"-qZ", "x"}, "there is no flag -Z"},
                    Wrong{{"--", "--noise"}, "--noise: No such file"}, Wrong{{"-55"}, "-55: No"},
                    Wrong{{"--noise", "ten", "x"}, "'ten' is not a whole number from 1"},
                    Wrong{{"--noise", "0", "x"}, "from 1"},
                    Wrong{{"--min-similarity", "2", "x"}, "a share from 0 to 1"},
                    Wrong{{"--max-share", "1", "x"}, "a number of students from 2 up"},
                    Wrong{{"--sort", "name", "x"}, "one of score, similarity"},
                    Wrong{{"--threads", "-1", "x"}, "from 1"},
                    Wrong{{"--noise", "20", "--guarantee", "10", "x"}, "--guarantee 10 is under"},
                    Wrong{{"no\nsuch\x1b[31mfolder"}, "no\\nsuch\\x1b[31mfolder"},
                    Wrong{{"--language", "klingon", "x"}, "klingon"},
                    Wrong{{"--normalize", "weak", "x"}, "one of plain, strong"},
                    Wrong{{"--normalize", "strong", "--recipe", "code:c/k=9/winnow:w=2", "x"},
                          "code:java:strong"},
                    Wrong{{"--csv", "-", "x"}, "--csv needs a file"},
                    Wrong{{"--sarif", "-", "x"}, "only --json writes to standard output"},
                    Wrong{{"--recipe", "code:c/k=", "x"}, "k"}));

}  // namespace
}  // namespace whorl::cli
