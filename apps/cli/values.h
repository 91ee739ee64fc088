// Reading the words a user types as numbers, shares and choices.
#pragma once

#include <cstdint>
#include <string_view>

#include "whorl/compare.h"
#include "whorl/result.h"

namespace whorl::cli {

Result<std::uint64_t> parse_count(std::string_view text, std::uint64_t min, std::uint64_t max);

// 0.4 or 40%, from 0 to 1.
Result<double> parse_share(std::string_view text);

// 2G, 500M, 64K or a number of bytes; units are powers of 1024.
Result<std::uint64_t> parse_bytes(std::string_view text);

// 10 (students) or 5% (of the students).
Result<MaxShare> parse_max_share(std::string_view text);

// The position of `text` among the words of `choices`, which blanks separate.
Result<std::size_t> parse_choice(std::string_view text, std::string_view choices);

}  // namespace whorl::cli
