// whorl: the command line. Finds the command, parses its flags and runs it.
#include <fmt/core.h>

#include <cstdio>
#include <string>
#include <vector>

#include "cli/flags.h"
#include "cli/help_text.h"
#include "cli/interrupt.h"
#include "cli/parse.h"
#include "cli/streams.h"

namespace {

using namespace whorl::cli;

int wrong_usage(const whorl::Error& error) {
  tell("whorl: {}\n", error.message);
  return kWrongUsage;
}

// Accepts the spellings that people try first.
std::string command_name(const std::string& word) {
  if (word == "--help" || word == "-h") return "help";
  if (word == "--version" || word == "-V") return "version";
  return word;
}

int run(const std::vector<std::string>& words) {
  if (words.empty()) {
    tell("{}", overview());
    return kWrongUsage;
  }
  const std::string name = command_name(words[0]);
  const Command* command = find_command(name);
  if (command == nullptr) return wrong_usage(unknown_command(name));
  whorl::Result<Arguments> arguments = parse(*command, {words.begin() + 1, words.end()});
  if (!arguments) return wrong_usage(arguments.error());
  if (arguments->help || arguments->help_all) {
    const auto help = asked_help(*command, arguments->operands, arguments->help_all);
    if (!help) return wrong_usage(help.error());
    fmt::print("{}", *help);
    return kDone;
  }
  return command->run(*arguments);
}

}  // namespace

int main(int argc, char** argv) {
  prepare_streams();
  tell_of_lost_pages();
  try {
    return end_of_output(run({argv + 1, argv + argc}));
  } catch (...) {
    return thrown(std::current_exception());
  }
}
