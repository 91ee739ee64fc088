// whorl: the command line. Finds the command, parses by its flags, runs it.
#include <fmt/core.h>

#include <cstdio>
#include <string>
#include <vector>

#include "cli/flags.h"
#include "cli/help_text.h"
#include "cli/parse.h"

namespace {

using namespace whorl::cli;

int wrong_usage(const whorl::Error& error) {
  fmt::print(stderr, "whorl: {}\n", error.message);
  return whorl::cli::kWrongUsage;
}

// The spellings people try first.
std::string command_name(const std::string& word) {
  if (word == "--help" || word == "-h") return "help";
  if (word == "--version" || word == "-V") return "version";
  return word;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) {
    fmt::print(stderr, "{}", whorl::cli::overview());
    return whorl::cli::kWrongUsage;
  }
  const std::string name = command_name(words[0]);
  const whorl::cli::Command* command = whorl::cli::find_command(name);
  if (command == nullptr) return wrong_usage(whorl::cli::unknown_command(name));
  whorl::Result<whorl::cli::Arguments> arguments =
      whorl::cli::parse(*command, {words.begin() + 1, words.end()});
  if (!arguments) return wrong_usage(arguments.error());
  if (arguments->help) {
    fmt::print("{}", whorl::cli::help_of(*command));
    return whorl::cli::kDone;
  }
  return command->run(*arguments);
}
