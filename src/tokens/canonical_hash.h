// The hash of a normalized text: stores find `lexical` duplicates by it, and columns of sketches
// return it.
#pragma once

#include <string_view>
#include <variant>

#include "base/hash128.h"
#include "tokens/canon.h"

namespace whorl::internal::tokens {

// The hash of the symbols as they are in memory. Two texts have the same hash if a tokenizer gives
// the same symbols for both. O(symbols).
inline base::Hash128 canonical_hash(const SymbolSpan& symbols) {
  return std::visit(
      [](auto list) {
        return base::hash128({reinterpret_cast<const char*>(list.data()), list.size_bytes()});
      },
      symbols);
}

}  // namespace whorl::internal::tokens
