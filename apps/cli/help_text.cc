#include "cli/help_text.h"

#include <fmt/core.h>
#include <algorithm>
#include <string_view>

#include "cli/flags.h"
#include "cli/text.h"

namespace whorl::cli {
namespace {

// Text as troff shows it unchanged: no escapes, no requests, hyphens that can be copied.
std::string escaped(std::string_view text) {
  std::string out;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\'') {
      out += "\\(aq";
    } else if (c == '`') {
      out += "\\(ga";
    } else {
      out += c;
    }
    line_start = c == '\n';
  }
  return out;
}

std::string paragraphs(std::string_view text) {
  std::string out;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find("\n\n", begin), text.size());
    out += fmt::format(".PP\n{}\n", escaped(text.substr(begin, end - begin)));
    begin = end + 2;
  }
  return out;
}

std::string flag_entry(const Flag& flag) {
  std::string out = ".TP\n";
  if (flag.letter != 0) out += fmt::format("\\fB\\-{}\\fR, ", flag.letter);
  out += fmt::format("\\fB\\-\\-{}\\fR", escaped(flag.name));
  if (!flag.argument.empty()) out += fmt::format(" \\fI{}\\fR", escaped(flag.argument));
  out += '\n' + escaped(help_of(flag)) + '\n';
  if (flag.repeats) out += "May be given several times.\n";
  if (!flag.choices.empty()) {
    out += fmt::format("One of: {}.\n", escaped(join(split(flag.choices, ' '), ", ")));
  }
  if (!flag.fallback.empty()) out += fmt::format("Default: {}.\n", escaped(flag.fallback));
  if (!flag.example.empty()) out += fmt::format("Example: \\fB{}\\fR\n", escaped(flag.example));
  return out;
}

std::string command_section(const Command& command) {
  std::string out = fmt::format(".SS \"whorl {}", command.name);
  if (!command.operands.empty()) out += fmt::format(" {}", escaped(command.operands));
  out += "\"\n" + paragraphs(command.description);
  std::string_view group;
  for (const Flag* flag : flags_by_group(command)) {
    if (flag->group != group && command.flags.size() > 3) {
      out += fmt::format(".PP\n\\fI{}\\fR\n", escaped(flag->group));
    }
    group = flag->group;
    out += flag_entry(*flag);
  }
  return out;
}

std::string examples() {
  std::string out = ".SH EXAMPLES\n";
  for (const Command& command : commands()) {
    for (const Example& example : command.examples) {
      out +=
          fmt::format(".TP\n\\fB{}\\fR\n{}\n", escaped(example.command), escaped(example.purpose));
    }
  }
  return out;
}

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

std::string man_page() {
  std::string out = ".\\\" Made by `whorl help --man` from the table of flags.\n";
  out += fmt::format(".TH WHORL 1 \"\" \"whorl {}\" \"User Commands\"\n", WHORL_VERSION);
  out += ".SH NAME\nwhorl \\- find copies among documents\n.SH SYNOPSIS\n";
  out += ".B whorl\n\\fICOMMAND\\fR [\\fIflags\\fR]\n.SH COMMANDS\n";
  for (const Command& command : commands()) out += command_section(command);
  out += ".SH \"EXIT STATUS\"\n";
  for (const auto& [status, meaning] : status_meanings()) {
    out += fmt::format(".TP\n.B {}\n{}\n", status, escaped(meaning));
  }
  return out + examples();
}

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
