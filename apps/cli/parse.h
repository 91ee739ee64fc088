// Parsing a command line by the table of flags.
#pragma once

#include <string>
#include <vector>

#include "cli/flags.h"

namespace whorl::cli {

// `words` follow the name of the command. The error names the word that is wrong and,
// where one is near, what may have been meant.
Result<Arguments> parse(const Command& command, const std::vector<std::string>& words);

// The error for a command that is none.
Error unknown_command(std::string_view name);

}  // namespace whorl::cli
