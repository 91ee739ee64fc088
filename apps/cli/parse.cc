#include "cli/parse.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/other_words.h"
#include "cli/text.h"

namespace whorl::cli {
namespace {

// What was given for one flag, in order; a switch that was given has one empty value.
struct Given {
  const Flag* flag;
  std::vector<std::string> values;
};

std::string spelling(const Flag& flag) {
  return flag.letter == 0 ? fmt::format("--{}", flag.name)
                          : fmt::format("-{},--{}", flag.letter, flag.name);
}

void add_flag(CLI::App& app, Given& given) {
  const Flag& flag = *given.flag;
  if (flag.kind == ArgumentKind::none) {
    app.add_flag_callback(spelling(flag), [&given] { given.values.assign(1, ""); });
    return;
  }
  app.add_option(spelling(flag), given.values)
      ->allow_extra_args(false)
      ->multi_option_policy(flag.repeats ? CLI::MultiOptionPolicy::TakeAll
                                         : CLI::MultiOptionPolicy::TakeLast);
}

std::vector<std::string_view> flag_names(const Command& command) {
  std::vector<std::string_view> names;
  for (const Flag& flag : command.flags) names.push_back(flag.name);
  return names;
}

Error unknown_flag(const Command& command, std::string_view word) {
  std::string message = fmt::format("there is no flag {}", printable(word));
  std::string_view name = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  name = name.substr(0, name.find('='));
  const std::string_view near = nearest(name, flag_names(command));
  if (const OtherWord* const other = other_word(command, name)) {
    message += fmt::format("; here it is --{}{}{}", other->flag, other->note.empty() ? "" : ": ",
                           other->note);
  } else if (word.starts_with("--") && !near.empty())
    message += fmt::format("; did you mean --{}?", near);
  message += fmt::format(" (whorl {} --help lists all)", command.name);
  return Error{ErrorCode::invalid_argument, message};
}

const Flag* flag_spelled(const Command& command, std::string_view word) {
  for (const Flag& flag : command.flags) {
    if (word == fmt::format("--{}", flag.name)) return &flag;
    if (flag.letter != 0 && word == fmt::format("-{}", flag.letter)) return &flag;
  }
  return nullptr;
}

// The first flag whose argument does not follow: the line ends there, or another flag comes.
const Flag* flag_without_argument(const Command& command, const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const Flag* flag = flag_spelled(command, words[i]);
    if (flag == nullptr || flag->kind == ArgumentKind::none) continue;
    if (i + 1 == words.size() || flag_spelled(command, words[i + 1]) != nullptr) return flag;
    ++i;
  }
  return nullptr;
}

Error missing_argument(const Flag& flag) {
  return Error{ErrorCode::invalid_argument, fmt::format("--{} needs {} after it, e.g. {}",
                                                        flag.name, flag.argument, flag.example)};
}

Result<void> apply(const Given& given, Arguments& arguments) {
  for (const std::string& value : given.values) {
    const Result<void> done = given.flag->set(value, arguments);
    if (done) continue;
    return fail(done.error().code, fmt::format("--{}: {}; e.g. {}", given.flag->name,
                                               done.error().message, given.flag->example));
  }
  return {};
}

}  // namespace

Error unknown_command(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  std::string message = fmt::format("there is no command {}", printable(name));
  const std::string_view near = nearest(name, names);
  if (!near.empty()) message += fmt::format("; did you mean {}?", near);
  return Error{ErrorCode::invalid_argument, message + " (whorl help lists all)"};
}

Result<Arguments> parse(const Command& command, const std::vector<std::string>& words) {
  if (const Flag* flag = flag_without_argument(command, words)) {
    return tl::unexpected(missing_argument(*flag));
  }
  Arguments arguments;
  if (command.prepare) command.prepare(arguments);
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();  // unknown flags: they get our own message
  app.add_option("OPERANDS", arguments.operands);
  std::vector<Given> all;
  for (const Flag& flag : command.flags) all.push_back({&flag, {}});
  for (Given& given : all) add_flag(app, given);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    return fail(ErrorCode::invalid_argument, printable(error.what()));
  }
  if (const std::vector<std::string> rest = app.remaining(); !rest.empty()) {
    return tl::unexpected(unknown_flag(command, rest.front()));
  }
  for (const Given& given : all) {
    if (const Result<void> done = apply(given, arguments); !done)
      return tl::unexpected(done.error());
    if (!given.values.empty()) arguments.given.push_back({given.flag->name, given.values});
  }
  return arguments;
}

}  // namespace whorl::cli
