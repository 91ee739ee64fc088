#include "jobs/registry/keyed/subkeys.h"

#include <sodium/crypto_auth_hmacsha256.h>
#include <sodium/crypto_shorthash_siphash24.h>
#include <sodium/utils.h>

#include <algorithm>
#include <string>

namespace whorl::internal::registry::keyed {
namespace {

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

template <std::size_t n>
std::array<std::uint8_t, n> derived(std::span<const std::uint8_t> secret,
                                    std::string_view purpose) {
  Mac mac = hmac_sha256(secret, bytes_of("whorl key 1: " + std::string(purpose)));
  std::array<std::uint8_t, n> out;
  std::copy_n(mac.begin(), n, out.begin());
  wipe(mac);
  return out;
}

}  // namespace

static_assert(crypto_shorthash_siphash24_KEYBYTES == std::tuple_size_v<SipKey>);

std::uint64_t siphash(std::span<const std::uint8_t> bytes, const SipKey& key) {
  std::array<std::uint8_t, crypto_shorthash_siphash24_BYTES> hash;
  crypto_shorthash_siphash24(hash.data(), bytes.data(), bytes.size(), key.data());
  std::uint64_t value = 0;
  for (std::size_t i = hash.size(); i-- > 0;) value = value << 8 | hash[i];
  return value;
}

Mac hmac_sha256(std::span<const std::uint8_t> key, std::span<const std::uint8_t> message) {
  crypto_auth_hmacsha256_state state;
  crypto_auth_hmacsha256_init(&state, key.data(), key.size());
  crypto_auth_hmacsha256_update(&state, message.data(), message.size());
  Mac mac;
  crypto_auth_hmacsha256_final(&state, mac.data());
  sodium_memzero(&state, sizeof state);
  return mac;
}

Subkeys::Subkeys(std::span<const std::uint8_t> secret)
    : fingerprints(derived<16>(secret, "fingerprints")),
      order(derived<16>(secret, "order")),
      draws(derived<32>(secret, "draws")),
      id(derived<8>(secret, "id")),
      check(derived<16>(secret, "check")) {}

Subkeys::~Subkeys() {
  wipe(fingerprints);
  wipe(order);
  wipe(draws);
  wipe(id);
  wipe(check);
}

SipKey draw_key(const Subkeys& subkeys, std::uint64_t number) {
  std::array<std::uint8_t, 8> written;
  for (std::size_t i = 0; i < written.size(); ++i) {
    written[i] = static_cast<std::uint8_t>(number >> 8 * i);
  }
  Mac mac = hmac_sha256(subkeys.draws, written);
  SipKey key;
  std::copy_n(mac.begin(), key.size(), key.begin());
  wipe(mac);
  return key;
}

void wipe(std::span<std::uint8_t> bytes) { sodium_memzero(bytes.data(), bytes.size()); }

}  // namespace whorl::internal::registry::keyed
