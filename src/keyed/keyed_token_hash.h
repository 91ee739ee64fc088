// The hash of chunks under a key.
#pragma once

#include "feature/token_hash.h"
#include "keyed/subkeys.h"

namespace whorl::internal::keyed {

// SipHash-2-4: digests under the subkey of fingerprints, breakpoints under that of the order, so
// that no digest says where its chunk ended.
class KeyedTokenHash final : public feature::TokenHash {
 public:
  // `subkeys` live longer.
  explicit KeyedTokenHash(const Subkeys& subkeys) : subkeys_(subkeys) {}

  std::uint64_t digest(feature::TokenSpan chunk) const override;
  void hash_each(feature::TokenSpan tokens, std::span<std::uint64_t> out) const override;

 private:
  const Subkeys& subkeys_;
};

}  // namespace whorl::internal::keyed
