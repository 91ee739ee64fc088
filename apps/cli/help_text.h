// Help on the terminal, from the table of flags.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/flags.h"
#include "whorl/result.h"

namespace whorl::cli {

// The manual page, from the table of flags.

// troff source with man macros. docs/whorl.1 contains the same; a test compares them.
std::string man_page();

// The commands, a line each.
std::string overview();

// --help of a command, or of one of its subcommands: examples and the common flags, in at most 45
// lines of at most 80 columns.
std::string short_help(const Command& command, const Subcommand* subcommand = nullptr);

// --help-all: every flag. Lines of at most 80 columns.
std::string full_help(const Command& command, const Subcommand* subcommand = nullptr);

// One of the two. If the command has subcommands, the first of `operands` names one.
Result<std::string> asked_help(const Command& command, std::span<const std::string> operands,
                               bool all);

// "-o, --output DIR"
std::string synopsis(const Flag& flag);
// The purpose of the flag, in sentences.
std::string help_of(const Flag& flag);

// The flags of a command, or of one of its subcommands: those of one group together, groups in the
// order of their first flags.
std::vector<const Flag*> flags_by_group(const Command& command,
                                        const Subcommand* subcommand = nullptr);

// "whorl compare PATH... [flags]"
std::string usage_line(const Command& command, const Subcommand* subcommand = nullptr);

}  // namespace whorl::cli
