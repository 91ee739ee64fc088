// WeightedLength: the amount of text in a submission, comparable between tokenizers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <variant>

#include "tokens/canon.h"
#include "tokens/front_ends.h"

namespace whorl::internal::compare::corpus {

// The weight of a token or a word; letters and bytes weigh 1. It is about the number of letters in
// a token. Without weights, a written report of a page would outweigh the program that it
// describes.
inline constexpr std::uint64_t kTokenWeight = 5;

// Weight of one of `symbols`.
inline std::uint64_t unit_weight(const tokens::Symbols& symbols) {
  return std::holds_alternative<tokens::Tokens>(symbols) ? kTokenWeight : 1;
}

struct WeightedLength {
  std::uint64_t tokens = 0;   // and words
  std::uint64_t letters = 0;  // and bytes
  std::uint64_t prose = 0;    // weight of the prose among them

  std::uint64_t symbols() const { return tokens + letters; }
  std::uint64_t weight() const { return kTokenWeight * tokens + letters; }

  // The largest possible weight of `count` of the symbols.
  std::uint64_t heaviest(std::uint64_t count) const {
    const std::uint64_t heavy = std::min(count, tokens);
    return kTokenWeight * heavy + std::min(count - heavy, letters);
  }

  // Adds `count` of `symbols`, which come from `front_end`.
  void add(const tokens::FrontEnd& front_end, const tokens::Symbols& symbols, std::uint64_t count) {
    (std::holds_alternative<tokens::Tokens>(symbols) ? tokens : letters) += count;
    if (front_end.is_prose()) prose += unit_weight(symbols) * count;
  }
};

// The most that two submissions can have in common: symbols match only symbols of their kind.
inline WeightedLength common_amount(const WeightedLength& a, const WeightedLength& b) {
  return {std::min(a.tokens, b.tokens), std::min(a.letters, b.letters), std::min(a.prose, b.prose)};
}

}  // namespace whorl::internal::compare::corpus
