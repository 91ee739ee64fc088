// Parsing a command line by the table of flags.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/flags.h"
#include "whorl/compare.h"
#include "whorl/result.h"

namespace whorl::cli {

// These read numbers, shares and choices as a user types them.

Result<std::uint64_t> parse_count(std::string_view text, std::uint64_t min, std::uint64_t max);

// Accepts 0.4 or 40%, from 0 to 1.
Result<double> parse_share(std::string_view text);

// Accepts 2G, 500M, 64K or a number of bytes; units are powers of 1024.
Result<std::uint64_t> parse_bytes(std::string_view text);

// Accepts 10 (students) or 5% (of the students).
Result<MaxShare> parse_max_share(std::string_view text);

// The index of `text` in `choices`, which are separated by blanks.
Result<std::size_t> parse_choice(std::string_view text, std::string_view choices);

// `words` are the words after the name of the command. The error names the wrong word and, if a
// known one is similar, suggests it.
Result<Arguments> parse(const Command& command, const std::vector<std::string>& words);

// The errors for a command and a subcommand that do not exist.
Error unknown_command(std::string_view name);
Error unknown_subcommand(const Command& command, std::string_view name);

}  // namespace whorl::cli
