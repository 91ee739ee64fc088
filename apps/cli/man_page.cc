#include "cli/man_page.h"

#include <fmt/core.h>

#include "cli/flags.h"
#include "cli/help_text.h"
#include "cli/text.h"

namespace whorl::cli {
namespace {

// Text as troff shows it unchanged: no escapes, no requests, hyphens that can be copied.
std::string quoted(std::string_view text) {
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
    out += fmt::format(".PP\n{}\n", quoted(text.substr(begin, end - begin)));
    begin = end + 2;
  }
  return out;
}

std::string flag_entry(const Flag& flag) {
  std::string out = ".TP\n";
  if (flag.letter != 0) out += fmt::format("\\fB\\-{}\\fR, ", flag.letter);
  out += fmt::format("\\fB\\-\\-{}\\fR", quoted(flag.name));
  if (!flag.argument.empty()) out += fmt::format(" \\fI{}\\fR", quoted(flag.argument));
  out += '\n' + quoted(help_of(flag)) + '\n';
  if (flag.repeats) out += "May be given several times.\n";
  if (!flag.choices.empty()) {
    out += fmt::format("One of: {}.\n", quoted(join(split(flag.choices, ' '), ", ")));
  }
  if (!flag.fallback.empty()) out += fmt::format("Default: {}.\n", quoted(flag.fallback));
  if (!flag.example.empty()) out += fmt::format("Example: \\fB{}\\fR\n", quoted(flag.example));
  return out;
}

std::string command_section(const Command& command) {
  std::string out = fmt::format(".SS \"whorl {}", command.name);
  if (!command.operands.empty()) out += fmt::format(" {}", quoted(command.operands));
  out += "\"\n" + paragraphs(command.description);
  std::string_view group;
  for (const Flag* flag : flags_by_group(command)) {
    if (flag->group != group && command.flags.size() > 3) {
      out += fmt::format(".PP\n\\fI{}\\fR\n", quoted(flag->group));
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
      out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", quoted(example.command), quoted(example.purpose));
    }
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
    out += fmt::format(".TP\n.B {}\n{}\n", status, quoted(meaning));
  }
  return out + examples();
}

}  // namespace whorl::cli
