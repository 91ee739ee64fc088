// The table of flags as users see it: help, manual page, completion and wrong usage.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "cli/completion.h"
#include "cli/flags.h"
#include "cli/help_text.h"
#include "cli/text.h"
#include "run_program.h"

namespace whorl::cli {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

test::Outcome whorl(std::vector<std::string> arguments) {
  return test::run({.arguments = std::move(arguments)});
}

// What has a --help and --help-all: each command, and each of its subcommands.
struct Topic {
  const Command* command;
  const Subcommand* subcommand;

  std::vector<std::string> words(const std::string& flag) const {
    std::vector<std::string> words = {std::string(command->name)};
    if (subcommand != nullptr) words.emplace_back(subcommand->name);
    words.push_back(flag);
    return words;
  }
};

std::vector<Topic> topics() {
  std::vector<Topic> all;
  for (const Command& command : commands()) {
    all.push_back({&command, nullptr});
    for (const Subcommand& one : command.subcommands) all.push_back({&command, &one});
  }
  return all;
}

// The flags in --help: long names at the beginning of a line.
std::vector<std::string> flags_in(const std::string& help) {
  static const std::regex pattern("  (?:-[a-zA-Z],|   ) --([a-z-]+).*");
  std::vector<std::string> names;
  std::smatch found;
  for (const std::string_view view : split(help, '\n')) {
    const std::string line(view);
    if (std::regex_match(line, found, pattern)) names.push_back(found[1]);
  }
  return names;
}

// The flags in --help-all: each has a line of its own.
std::vector<std::string> flags_described(const Topic& topic) {
  const std::string help = whorl(topic.words("--help-all")).out;
  std::vector<std::string> names;
  for (const Flag& flag : topic.command->flags) {
    if (help.find("\n  " + synopsis(flag) + '\n') != help.npos) names.emplace_back(flag.name);
  }
  return names;
}

std::vector<std::string> sentences_of(std::string text) {
  std::vector<std::string> sentences;
  for (std::size_t end = 0; (end = text.find(". ")) != text.npos; text.erase(0, end + 2)) {
    sentences.push_back(text.substr(0, end));
  }
  sentences.push_back(text);
  return sentences;
}

TEST(Help, AllListsEveryFlagWithItsExample) {
  for (const Command& command : commands()) {
    const test::Outcome outcome = whorl({std::string(command.name), "--help-all"});
    EXPECT_EQ(outcome.status, kDone);
    EXPECT_EQ(outcome.err, "");
    for (const Flag& flag : command.flags) {
      EXPECT_THAT(outcome.out, HasSubstr("\n  " + synopsis(flag) + '\n')) << command.name;
      EXPECT_THAT(outcome.out, HasSubstr(flag.example)) << flag.name;
    }
  }
}

TEST(Help, FitsOneScreen) {
  for (const Topic& topic : topics()) {
    const test::Outcome outcome = whorl(topic.words("--help"));
    EXPECT_EQ(outcome.status, kDone);
    EXPECT_EQ(outcome.err, "");
    EXPECT_LE(std::ranges::count(outcome.out, '\n'), 45) << outcome.out;
    std::string last = "All flags: whorl";
    for (const std::string& word : topic.words("--help-all")) last += ' ' + word;
    EXPECT_TRUE(outcome.out.ends_with('\n' + last + '\n')) << outcome.out;
  }
}

TEST(Help, ShowsCommonFlagsOnly) {
  for (const Topic& topic : topics()) {
    const std::vector<std::string> shown = flags_in(whorl(topic.words("--help")).out);
    const std::vector<std::string> all = flags_described(topic);
    EXPECT_LT(shown.size(), all.size());
    for (const std::string& name : shown) {
      EXPECT_THAT(all, Contains(name));
      EXPECT_TRUE(std::ranges::find(topic.command->flags, name, &Flag::name)->common) << name;
    }
  }
  EXPECT_THAT(flags_in(whorl({"compare", "--help"}).out),
              AllOf(Contains("base"), Contains("output"), Contains("json"), Contains("threads"),
                    Not(Contains("timings")), Not(Contains("noise"))));
}

TEST(Help, OfASubcommandShowsItsFlagsOnly) {
  const std::vector<std::string> add = flags_in(whorl({"registry", "add", "-h"}).out);
  EXPECT_THAT(add, AllOf(Contains("owner"), Contains("key"), Contains("text")));
  EXPECT_THAT(add, AllOf(Not(Contains("top")), Not(Contains("scheme")), Not(Contains("fetch"))));
  const Command* const registry = find_command("registry");
  EXPECT_THAT(flags_described({registry, find_subcommand(*registry, "list")}),
              testing::ElementsAre("key", "new-key", "json", "quiet", "help", "help-all"));
  EXPECT_EQ(whorl({"help", "registry", "add"}).out, whorl({"registry", "add", "--help"}).out);
}

// A flag of a subcommand that does not exist would be hidden everywhere.
TEST(Flags, BelongToSubcommandsThatExist) {
  for (const Command& command : commands()) {
    if (command.subcommands.empty()) continue;
    for (const Flag& flag : command.flags) {
      for (const std::string_view name : split(flag.only, ' ')) {
        EXPECT_TRUE(name.empty() || find_subcommand(command, name) != nullptr)
            << command.name << " --" << flag.name << ": " << name;
      }
    }
  }
}

// At most 25 words per sentence in the texts that everybody reads.
TEST(Help, HasShortSentences) {
  const auto check = [](std::string_view text) {
    for (const std::string& sentence : sentences_of(std::string(text))) {
      EXPECT_LE(std::ranges::count(sentence, ' ') + 1, 25) << sentence;
    }
  };
  for (const Command& command : commands()) {
    check(command.summary);
    check(command.brief);
    for (const Example& example : command.examples) check(example.purpose);
    for (const Subcommand& one : command.subcommands) check(one.summary);
    for (const Flag& flag : command.flags) check(sentences_of(std::string(flag.help)).front());
  }
}

TEST(Help, FitsEightyColumns) {
  for (const Topic& topic : topics()) {
    const std::string help =
        short_help(*topic.command, topic.subcommand) + full_help(*topic.command, topic.subcommand);
    for (const std::string_view line : split(help, '\n')) {
      EXPECT_LE(display_width(line), 80u) << line;
    }
  }
}

TEST(Help, IsFoundWhereverItIsLookedFor) {
  const std::string compare = short_help(*find_command("compare"));
  EXPECT_EQ(whorl({"help", "compare"}).out, compare);
  EXPECT_EQ(whorl({"compare", "-h"}).out, compare);
  EXPECT_EQ(whorl({"compare", "homework", "--help"}).out, compare);
  EXPECT_EQ(whorl({"compare", "--help-all"}).out, full_help(*find_command("compare")));
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
    const std::string help = full_help(command);
    for (const Flag& flag : command.flags) {
      const std::string heading = fmt::format("\n{}:\n", flag.group);
      EXPECT_EQ(help.find(heading), help.rfind(heading)) << command.name << heading;
      EXPECT_NE(help.find(heading), std::string::npos) << command.name << heading;
    }
  }
}

// WHORL_UPDATE_GOLDEN=1 writes the file again.
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

// The completions that bash offers for the last of `words`.
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
  EXPECT_EQ(offered("whorl compare --hel", 3), "--help --help-all\n");
  EXPECT_EQ(offered("whorl registry re", 3), "remove refresh restore\n");
  EXPECT_EQ(offered("whorl compare --sort s", 4), "score similarity\n");
  EXPECT_EQ(offered("whorl completion \"\"", 3), "bash zsh fish\n");
  EXPECT_EQ(offered("whorl sweep \"\"", 3), "add locate drift\n");
  EXPECT_EQ(offered("whorl lab den", 3), "density\n");
  EXPECT_EQ(offered("whorl compare -l java", 4), "java javascript\n");
  EXPECT_THAT(zsh_completion(), HasSubstr(":NAME:(c cpp java "));
  EXPECT_THAT(fish_completion(), HasSubstr(" -l language -x -a 'c cpp java "));
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
  EXPECT_THAT(whorl({"--versoin"}).err, HasSubstr("did you mean --version?"));
  const test::TemporaryFolder folder;
  const std::string submissions = folder.path().string();
  const test::Outcome forgotten = whorl({submissions});
  EXPECT_EQ(forgotten.status, kWrongUsage);
  EXPECT_THAT(forgotten.err, HasSubstr("did you mean whorl compare " + submissions + "?"));
}

TEST(Usage, UnknownLanguagesNameTheNearest) {
  const test::Outcome outcome = whorl({"compare", "-l", "jav", "x"});
  EXPECT_EQ(outcome.status, kWrongUsage);
  EXPECT_THAT(outcome.err, HasSubstr("there is no language 'jav' (did you mean java?)"));
  for (const char* known : {"C++", "Python3", "ascii", "markup"}) {
    EXPECT_THAT(whorl({"compare", "-l", known, "not-there"}).err, Not(HasSubstr("no language")));
  }
}

TEST(Usage, FlagsThatASubcommandDoesNotUseAreRefused) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"registry", "create", "new", "--group", "x"},
           {"registry", "--since", "2026-01-01", "stats", "new"},
           {"sweep", "locate", "store", "url", "--svg", "plot.svg"}}) {
    const test::Outcome outcome = whorl(words);
    EXPECT_EQ(outcome.status, kWrongUsage);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr(" does not use --"));
  }
  EXPECT_EQ(whorl({"registry", "create", "--group", "x", "--help"}).status, kDone);
}

TEST(Usage, UnknownSubcommandsNameTheNearest) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"registry", "serach", "archive", "x"}, {"registry", "serach", "--help"}}) {
    const test::Outcome outcome = whorl(words);
    EXPECT_EQ(outcome.status, kWrongUsage);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr("did you mean whorl registry search?"));
  }
  EXPECT_THAT(whorl({"sweep", "ad", "web"}).err, HasSubstr("did you mean whorl sweep add?"));
  EXPECT_THAT(whorl({"lab", "densty"}).err, HasSubstr("did you mean whorl lab density?"));
  EXPECT_EQ(whorl({"lab", "densty"}).status, kWrongUsage);
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
                    Wrong{{"--sort", "scor", "x"}, "did you mean score?"},
                    Wrong{{"--threads", "-1", "x"}, "from 1"},
                    Wrong{{"--noise", "20", "--guarantee", "10", "x"}, "--guarantee 10 is below"},
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
