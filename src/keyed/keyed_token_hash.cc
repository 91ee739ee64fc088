#include "keyed/keyed_token_hash.h"

#include "keyed/written_symbols.h"

namespace whorl::internal::keyed {

std::uint64_t KeyedTokenHash::digest(feature::TokenSpan chunk) const {
  return siphash(WrittenSymbols(chunk).bytes(0, chunk.size()), subkeys_.fingerprints);
}

void KeyedTokenHash::hash_each(feature::TokenSpan tokens, std::span<std::uint64_t> out) const {
  const WrittenSymbols written(tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    out[i] = siphash(written.bytes(i, 1), subkeys_.order);
  }
}

}  // namespace whorl::internal::keyed
