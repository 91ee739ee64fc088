// WeightedLength: how much text the symbols of a submission are, whatever front ends read it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <variant>

#include "tokens/canon.h"
#include "tokens/front_ends.h"

namespace whorl::internal::compare::corpus {

// A token or a word weighs as much as so many letters or bytes, which weigh 1: about so many it is
// spelled with. Else a report of a page would outweigh the program it describes.
inline constexpr std::uint64_t kTokenWeight = 5;

// Weight of one of `symbols`.
inline std::uint64_t unit_weight(const tokens::Symbols& symbols) {
  return std::holds_alternative<tokens::Tokens>(symbols) ? kTokenWeight : 1;
}

struct WeightedLength {
  std::uint64_t tokens = 0;   // and words
  std::uint64_t letters = 0;  // and bytes
  std::uint64_t prose = 0;    // weight of those that are of prose

  std::uint64_t symbols() const { return tokens + letters; }
  std::uint64_t weight() const { return kTokenWeight * tokens + letters; }

  // The most that `count` of the symbols weigh.
  std::uint64_t heaviest(std::uint64_t count) const {
    const std::uint64_t heavy = std::min(count, tokens);
    return kTokenWeight * heavy + std::min(count - heavy, letters);
  }

  // Adds `count` of `symbols`, which are of the front end.
  void add(const tokens::FrontEnd& front_end, const tokens::Symbols& symbols, std::uint64_t count) {
    (std::holds_alternative<tokens::Tokens>(symbols) ? tokens : letters) += count;
    if (front_end.is_prose()) prose += unit_weight(symbols) * count;
  }
};

// The most that two submissions can have in common: symbols match their own kind only.
inline WeightedLength common_amount(const WeightedLength& a, const WeightedLength& b) {
  return {std::min(a.tokens, b.tokens), std::min(a.letters, b.letters), std::min(a.prose, b.prose)};
}

}  // namespace whorl::internal::compare::corpus
