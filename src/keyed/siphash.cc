#include "keyed/siphash.h"

#include <sodium/crypto_shorthash_siphash24.h>

namespace whorl::internal::keyed {

static_assert(crypto_shorthash_siphash24_KEYBYTES == std::tuple_size_v<SipKey>);

std::uint64_t siphash(std::span<const std::uint8_t> bytes, const SipKey& key) {
  std::array<std::uint8_t, crypto_shorthash_siphash24_BYTES> hash;
  crypto_shorthash_siphash24(hash.data(), bytes.data(), bytes.size(), key.data());
  std::uint64_t value = 0;
  for (std::size_t i = hash.size(); i-- > 0;) value = value << 8 | hash[i];
  return value;
}

}  // namespace whorl::internal::keyed
