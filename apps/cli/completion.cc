#include "cli/completion.h"

#include <fmt/core.h>

#include "cli/flags.h"
#include "cli/text.h"

namespace whorl::cli {
namespace {

std::string first_sentence(std::string_view help) {
  const std::size_t end = help.find_first_of(".:;");
  return std::string(help.substr(0, end));
}

// The words that the argument of a flag may be; empty: any.
std::string words_of(const Flag& flag) {
  return flag.words == nullptr ? std::string(flag.choices) : flag.words();
}

// Quoted in single quotes for a shell.
std::string shell_quoted(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out;
}

std::string command_names() {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  return join(names, " ");
}

// The words allowed as an operand; empty for paths.
std::string operand_words(const Command& command) {
  if (command.operands == "[COMMAND]") return command_names();
  if (!command.subcommands.empty()) {
    std::vector<std::string_view> names;
    for (const Subcommand& one : command.subcommands) names.push_back(one.name);
    return join(names, " ");
  }
  const std::string_view first = command.operands.substr(0, command.operands.find(' '));
  if (first.find('|') == std::string_view::npos) return "";
  return join(split(first, '|'), " ");
}

// True if paths follow the words.
bool takes_more(const Command& command) {
  return command.operands.find(' ') != command.operands.npos;
}

std::string flag_words(const Command& command) {
  std::string out;
  for (const Flag& flag : command.flags) {
    if (flag.letter != 0) out += fmt::format("-{} ", flag.letter);
    out += fmt::format("--{} ", flag.name);
  }
  out.pop_back();
  return out;
}

std::string bash_pattern(const Flag& flag) {
  return flag.letter == 0 ? fmt::format("--{}", flag.name)
                          : fmt::format("-{}|--{}", flag.letter, flag.name);
}

// The completion of a flag's argument in bash; nothing if only the user can know it.
std::string bash_argument(const Flag& flag) {
  if (const std::string words = words_of(flag); !words.empty())
    return fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$word\"))", words);
  if (flag.kind == ArgumentKind::path)
    return "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\"))";
  if (flag.kind == ArgumentKind::directory) {
    return "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$word\"))";
  }
  return "COMPREPLY=()";
}

std::string bash_command(const Command& command) {
  std::string out = fmt::format("    {})\n      case $before in\n", command.name);
  for (const Flag& flag : command.flags) {
    if (flag.kind == ArgumentKind::none) continue;
    out += fmt::format("        {}) {}; return ;;\n", bash_pattern(flag), bash_argument(flag));
  }
  out += fmt::format("      esac\n      flags='{}'\n      operands='{}' ;;\n", flag_words(command),
                     operand_words(command));
  return out;
}

std::string zsh_argument(const Flag& flag) {
  if (flag.kind == ArgumentKind::none) return "";
  if (const std::string words = words_of(flag); !words.empty())
    return fmt::format(":{}:({})", flag.argument, words);
  if (flag.kind == ArgumentKind::path) return fmt::format(":{}:_files", flag.argument);
  if (flag.kind == ArgumentKind::directory) return fmt::format(":{}:_files -/", flag.argument);
  return fmt::format(":{}: ", flag.argument);
}

std::string zsh_flag(const Flag& flag) {
  const std::string help = fmt::format("[{}]", shell_quoted(first_sentence(flag.help)));
  const std::string_view star = flag.repeats ? "*" : "";
  const std::string tail = help + zsh_argument(flag);
  std::string out = fmt::format("        '{}--{}{}' \\\n", star, flag.name, tail);
  if (flag.letter != 0) out += fmt::format("        '{}-{}{}' \\\n", star, flag.letter, tail);
  return out;
}

std::string zsh_operands(const Command& command) {
  if (command.operands.empty()) return "        && return 0";
  const std::string words = operand_words(command);
  if (words.empty()) return "        '*:path:_files'";
  const std::string_view rest = takes_more(command) ? " '*:path:_files'" : "";
  return fmt::format("        '1:word:({})'{}", words, rest);
}

std::string fish_argument(const Flag& flag) {
  if (flag.kind == ArgumentKind::none) return "";
  if (const std::string words = words_of(flag); !words.empty())
    return fmt::format(" -x -a '{}'", words);
  if (flag.kind == ArgumentKind::path) return " -r -F";
  if (flag.kind == ArgumentKind::directory) return " -x -a '(__fish_complete_directories)'";
  return " -x";
}

}  // namespace

std::string bash_completion() {
  std::string out =
      "# bash completion for whorl, made by `whorl completion bash`\n"
      "_whorl() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} flags operands\n"
      "  if [ \"$COMP_CWORD\" = 1 ]; then\n";
  out += fmt::format("    COMPREPLY=($(compgen -W '{}' -- \"$word\"))\n", command_names());
  out += "    return\n  fi\n  case ${COMP_WORDS[1]} in\n";
  for (const Command& command : commands()) out += bash_command(command);
  out +=
      "  esac\n"
      "  if [[ $word == -* ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$flags\" -- \"$word\"))\n"
      "  elif [ -n \"$operands\" ] && [ \"$COMP_CWORD\" = 2 ]; then\n"
      "    COMPREPLY=($(compgen -W \"$operands\" -- \"$word\"))\n"
      "  else\n"
      "    compopt -o filenames\n"
      "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
      "  fi\n"
      "}\n"
      "complete -F _whorl whorl\n";
  return out;
}

std::string zsh_completion() {
  std::string out =
      "#compdef whorl\n"
      "# zsh completion for whorl, made by `whorl completion zsh`\n"
      "_whorl() {\n"
      "  if (( CURRENT == 2 )); then\n"
      "    local -a commands=(\n";
  for (const Command& command : commands()) {
    out += fmt::format("      '{}:{}'\n", command.name, shell_quoted(command.summary));
  }
  out +=
      "    )\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $command in\n";
  for (const Command& command : commands()) {
    out += fmt::format("    {})\n      _arguments -s -S \\\n", command.name);
    for (const Flag& flag : command.flags) out += zsh_flag(flag);
    out += zsh_operands(command) + " ;;\n";
  }
  return out + "  esac\n}\n_whorl \"$@\"\n";
}

std::string fish_completion() {
  std::string out = "# fish completion for whorl, made by `whorl completion fish`\n";
  for (const Command& command : commands()) {
    out += fmt::format("complete -c whorl -f -n __fish_use_subcommand -a {} -d '{}'\n",
                       command.name, shell_quoted(command.summary));
  }
  for (const Command& command : commands()) {
    const std::string when =
        fmt::format("complete -c whorl -n '__fish_seen_subcommand_from {}'", command.name);
    for (const Flag& flag : command.flags) {
      const std::string letter = flag.letter == 0 ? "" : fmt::format(" -s {}", flag.letter);
      out += fmt::format("{}{} -l {}{} -d '{}'\n", when, letter, flag.name, fish_argument(flag),
                         shell_quoted(first_sentence(flag.help)));
    }
    const std::string words = operand_words(command);
    if (!words.empty()) {
      out += fmt::format("{} {} -a '{}'\n", when, takes_more(command) ? "-F" : "-f", words);
    }
    if (command.operands == "PATH...") out += when + " -F\n";
  }
  return out;
}

}  // namespace whorl::cli
