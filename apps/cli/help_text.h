// Help on the terminal, from the table of flags.
#pragma once

#include <string>
#include <vector>

#include "cli/flags.h"

namespace whorl::cli {

// The manual page, from the table of flags.

// troff source with man macros. docs/whorl.1 holds the same; a test compares them.
std::string man_page();

// The commands, a line each.
std::string overview();

// All there is to say about one command. Lines of at most 80 columns.
std::string help_of(const Command& command);

// "-o, --output DIR"
std::string synopsis(const Flag& flag);
// What the flag is for, in sentences.
std::string help_of(const Flag& flag);

// All flags, those of one group together; groups in the order of their first flags.
std::vector<const Flag*> flags_by_group(const Command& command);

// "whorl compare PATH... [flags]"
std::string usage_line(const Command& command);

}  // namespace whorl::cli
