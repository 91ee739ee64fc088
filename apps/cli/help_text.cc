#include "cli/help_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "cli/text.h"

namespace whorl::cli {
namespace {

constexpr std::size_t kHelpWidth = 80;

std::string flag_help(const Flag& flag) {
  std::string out = fmt::format("  {}\n", synopsis(flag));
  out += wrapped(help_of(flag), 6, kHelpWidth);
  if (flag.repeats) out += "      May be given several times.\n";
  if (!flag.choices.empty()) {
    out += wrapped(fmt::format("One of: {}.", join(split(flag.choices, ' '), ", ")), 6, kHelpWidth);
  }
  if (!flag.fallback.empty())
    out += wrapped(fmt::format("Default: {}.", flag.fallback), 6, kHelpWidth);
  if (!flag.example.empty()) out += fmt::format("      Example: {}\n", flag.example);
  return out;
}

std::string examples_of(const Command& command) {
  std::string out = "Examples:\n";
  for (const Example& example : command.examples) {
    out += fmt::format("  {}\n", example.command) + wrapped(example.purpose, 6, kHelpWidth);
  }
  return out;
}

std::string exit_statuses() {
  std::string out = "Exit status:\n";
  for (const auto& [status, meaning] : status_meanings()) {
    out += fmt::format("  {:>3}  {}\n", status, meaning);
  }
  return out;
}

}  // namespace

std::string help_of(const Flag& flag) {
  std::string out(flag.help);
  if (flag.details != nullptr) out += ' ' + flag.details();
  return out;
}

std::string synopsis(const Flag& flag) {
  std::string out = flag.letter == 0 ? "    " : fmt::format("-{}, ", flag.letter);
  out += fmt::format("--{}", flag.name);
  if (!flag.argument.empty()) out += fmt::format(" {}", flag.argument);
  return out;
}

std::vector<const Flag*> flags_by_group(const Command& command) {
  std::vector<std::string_view> groups;
  std::vector<const Flag*> flags;
  for (const Flag& flag : command.flags) {
    flags.push_back(&flag);
    if (std::ranges::find(groups, flag.group) == groups.end()) groups.push_back(flag.group);
  }
  std::ranges::stable_sort(
      flags, {}, [&](const Flag* flag) { return std::ranges::find(groups, flag->group); });
  return flags;
}

std::string usage_line(const Command& command) {
  std::string out = fmt::format("whorl {}", command.name);
  if (!command.operands.empty()) out += fmt::format(" {}", command.operands);
  return out + " [flags]";
}

std::string overview() {
  std::string out = "whorl finds copies among documents: source code, texts, office files.\n\n";
  out += "Usage: whorl COMMAND [flags]\n\nCommands:\n";
  for (const Command& command : commands()) {
    out += fmt::format("  {:<12}{}\n", command.name, command.summary);
  }
  out += "\nStart with `whorl compare FOLDER`. `whorl help COMMAND` shows all flags of one.\n";
  return out;
}

std::string help_of(const Command& command) {
  std::string out = fmt::format("Usage: {}\n\n", usage_line(command));
  out += wrapped(command.description, 0, kHelpWidth) + '\n' + examples_of(command);
  std::string_view group;
  for (const Flag* flag : flags_by_group(command)) {
    out += flag->group == group ? "\n" : fmt::format("\n{}:\n", flag->group);
    group = flag->group;
    out += flag_help(*flag);
  }
  return out + '\n' + exit_statuses();
}

}  // namespace whorl::cli
