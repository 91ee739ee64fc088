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

// Reading the words a user types as numbers, shares and choices.

Result<std::uint64_t> parse_count(std::string_view text, std::uint64_t min, std::uint64_t max);

// 0.4 or 40%, from 0 to 1.
Result<double> parse_share(std::string_view text);

// 2G, 500M, 64K or a number of bytes; units are powers of 1024.
Result<std::uint64_t> parse_bytes(std::string_view text);

// 10 (students) or 5% (of the students).
Result<MaxShare> parse_max_share(std::string_view text);

// The position of `text` among the words of `choices`, which blanks separate.
Result<std::size_t> parse_choice(std::string_view text, std::string_view choices);

// `words` follow the name of the command. The error names the word that is wrong and,
// where one is near, what may have been meant.
Result<Arguments> parse(const Command& command, const std::vector<std::string>& words);

// The errors for a command and a subcommand that do not exist.
Error unknown_command(std::string_view name);
Error unknown_subcommand(const Command& command, std::string_view name);

}  // namespace whorl::cli
