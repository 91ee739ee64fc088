#include "cli/help_text.h"

#include <fmt/core.h>
#include <algorithm>
#include <string_view>

#include "cli/flags.h"
#include "cli/parse.h"
#include "cli/text.h"

namespace whorl::cli {
namespace {

// Escapes text so that troff shows it unchanged: no escapes, no requests, and hyphens that can be
// copied.
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
constexpr std::size_t kHelpColumn = 26;        // the column in which --help describes a flag
constexpr std::size_t kSubcommandColumn = 16;  // the column in which it describes a subcommand
constexpr std::size_t kShortExamples = 3;
// Only --help-all shows longer lists of choices and longer defaults.
constexpr std::size_t kShortChoices = 48;
constexpr std::size_t kShortFallback = 30;

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

std::string full_name(const Command& command, const Subcommand* subcommand) {
  std::string out = fmt::format("whorl {}", command.name);
  if (subcommand != nullptr) out += fmt::format(" {}", subcommand->name);
  return out;
}

// At most `most` examples of a command, or of one of its subcommands.
std::string examples_of(const Command& command, const Subcommand* subcommand, std::size_t most) {
  const std::string begin = full_name(command, subcommand) + ' ';
  std::string out;
  for (const Example& example : command.examples) {
    if (most == 0) break;
    if (subcommand != nullptr && !example.command.starts_with(begin)) continue;
    out += fmt::format("  {}\n", example.command) + wrapped(example.purpose, 6, kHelpWidth);
    --most;
  }
  return out.empty() ? out : "\nExamples:\n" + out;
}

// Wraps `text` from `column` on, with `head` to the left of its first line.
std::string in_columns(const std::string& head, std::string_view text, std::size_t column) {
  std::string lines = wrapped(text, column, kHelpWidth);
  if (head.size() + 2 > column) return head + '\n' + lines;
  return lines.replace(0, head.size(), head);
}

std::string opening_sentence(std::string_view text) {
  const std::size_t end = text.find(". ");
  return std::string(text.substr(0, end == text.npos ? end : end + 1));
}

std::string short_flag_help(const Flag& flag) {
  std::string text = opening_sentence(flag.help);
  if (!flag.choices.empty() && flag.choices.size() <= kShortChoices) {
    text += fmt::format(" One of: {}.", join(split(flag.choices, ' '), ", "));
  }
  if (!flag.fallback.empty() && flag.fallback.size() <= kShortFallback) {
    text += fmt::format(" Default: {}.", flag.fallback);
  }
  return in_columns("  " + synopsis(flag), text, kHelpColumn);
}

// What a command calls its subcommands, such as EXPERIMENT for whorl lab.
std::string_view kind_of_subcommand(const Command& command) {
  return command.operands.substr(0, command.operands.find(' '));
}

std::string subcommand_list(const Command& command) {
  if (command.subcommands.empty()) return "";
  std::string out = fmt::format("\n{} is one of:\n", kind_of_subcommand(command));
  for (const Subcommand& one : command.subcommands) {
    out += in_columns(fmt::format("  {}", one.name), one.summary, kSubcommandColumn);
  }
  return out;
}

// The help of a command omits flags that only some subcommands use; their own help has them.
bool in_short_help(const Flag& flag, const Command& command, const Subcommand* subcommand) {
  const bool all_in_one = subcommand != nullptr || command.subcommands.empty();
  return flag.common && (all_in_one || flag.only.empty());
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

std::vector<const Flag*> flags_by_group(const Command& command, const Subcommand* subcommand) {
  std::vector<std::string_view> groups;
  std::vector<const Flag*> flags;
  for (const Flag& flag : command.flags) {
    if (subcommand != nullptr && !uses(*subcommand, flag)) continue;
    flags.push_back(&flag);
    if (std::ranges::find(groups, flag.group) == groups.end()) groups.push_back(flag.group);
  }
  std::ranges::stable_sort(
      flags, {}, [&](const Flag* flag) { return std::ranges::find(groups, flag->group); });
  return flags;
}

std::string usage_line(const Command& command, const Subcommand* subcommand) {
  std::string out = full_name(command, subcommand);
  const std::string_view operands = subcommand ? subcommand->operands : command.operands;
  if (!operands.empty()) out += fmt::format(" {}", operands);
  return out + " [flags]";
}

std::string overview() {
  std::string out = "whorl finds copies among documents: source code, texts, office files.\n\n";
  out += "Usage: whorl COMMAND [flags]\n\nCommands:\n";
  for (const Command& command : commands()) {
    out += fmt::format("  {:<12}{}\n", command.name, command.summary);
  }
  out +=
      "\nStart with `whorl compare FOLDER`. `whorl COMMAND --help` shows how to use a command.\n";
  return out;
}

std::string short_help(const Command& command, const Subcommand* subcommand) {
  std::string out = fmt::format("Usage: {}\n\n", usage_line(command, subcommand));
  if (subcommand != nullptr) {
    out += wrapped(subcommand->summary, 0, kHelpWidth);
  } else {
    out += command.brief.empty() ? fmt::format("{}.\n", command.summary)
                                 : wrapped(command.brief, 0, kHelpWidth);
    out += subcommand_list(command);
  }
  out += examples_of(command, subcommand, kShortExamples);
  std::string_view group;
  for (const Flag* flag : flags_by_group(command, subcommand)) {
    if (!in_short_help(*flag, command, subcommand)) continue;
    if (flag->group != group) out += fmt::format("\n{}:\n", flag->group);
    group = flag->group;
    out += short_flag_help(*flag);
  }
  if (subcommand == nullptr && !command.subcommands.empty()) {
    out += fmt::format("\nFlags of one: whorl {} {} --help", command.name,
                       kind_of_subcommand(command));
  }
  return out + fmt::format("\nAll flags: {} --help-all\n", full_name(command, subcommand));
}

std::string full_help(const Command& command, const Subcommand* subcommand) {
  std::string out = fmt::format("Usage: {}\n\n", usage_line(command, subcommand));
  out += wrapped(subcommand ? subcommand->summary : command.description, 0, kHelpWidth);
  out += examples_of(command, subcommand, command.examples.size());
  std::string_view group;
  for (const Flag* flag : flags_by_group(command, subcommand)) {
    out += flag->group == group ? "\n" : fmt::format("\n{}:\n", flag->group);
    group = flag->group;
    out += flag_help(*flag);
  }
  return out + '\n' + exit_statuses();
}

Result<std::string> asked_help(const Command& command, std::span<const std::string> operands,
                               bool all) {
  const Subcommand* subcommand = nullptr;
  if (!command.subcommands.empty() && !operands.empty()) {
    subcommand = find_subcommand(command, operands.front());
    if (subcommand == nullptr) {
      return tl::unexpected(unknown_subcommand(command, operands.front()));
    }
  }
  return all ? full_help(command, subcommand) : short_help(command, subcommand);
}

}  // namespace whorl::cli
