// Programs with changed names: k-grams of tokens in which names are constants, and parameterised
// matches (Baker 1995).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "methods/method.h"
#include "tokens/canon.h"
#include "whorl/result.h"

namespace whorl::internal::lab {

// A program as its tokens, in which all names are one symbol. Each token has the number of its
// name: 0 for none, else the same number for the same spelling in every program.
struct NamedTokens {
  tokens::Tokens tokens;
  std::vector<std::uint32_t> names;
};

// `settings` must be for code.
Result<NamedTokens> named_tokens(std::string_view program, const methods::Settings& settings);

// What replaces a name in a k-gram.
enum class NameRule {
  kept,       // the name itself
  constant,   // one symbol for all
  parameter,  // how many tokens before it last occurred in the same k-gram; 0: it did not (Baker
              // 1995)
};

// A k-gram, token by token. Two k-grams are equal by the rule of parameters if the names of one can
// be renamed, one to one, into those of the other.
std::vector<std::uint64_t> spelled(const NamedTokens& program, std::size_t first, std::size_t k,
                                   NameRule rule);

// The distinct k-grams by hash, ascending.
std::vector<std::uint64_t> grams_of(const NamedTokens& program, std::size_t k, NameRule rule);

// The same program with other names: each replaced by a new one, or by one of two alternately.
enum class Renaming { consistent, in_turns };
Result<std::string> renamed(std::string_view program, const methods::Settings& settings,
                            Renaming renaming);

}  // namespace whorl::internal::lab
