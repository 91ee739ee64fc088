// Subkeys: derived from a key, each for one purpose.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "whorl/key.h"

namespace whorl::internal::registry::keyed {

// SipHash-2-4 with 64 bits (Aumasson and Bernstein 2012), by libsodium.

using SipKey = std::array<std::uint8_t, 16>;

// The eight bytes of the hash as a little-endian number. O(bytes).
std::uint64_t siphash(std::span<const std::uint8_t> bytes, const SipKey& key);

using Mac = std::array<std::uint8_t, 32>;

// HMAC-SHA-256 (RFC 2104). O(bytes).
Mac hmac_sha256(std::span<const std::uint8_t> key, std::span<const std::uint8_t> message);

// Wiped on destruction.
struct Subkeys {
  // HMAC-SHA-256 with `secret` of the name of each purpose, cut to the needed length.
  explicit Subkeys(std::span<const std::uint8_t> secret);
  Subkeys(const Subkeys&) = delete;
  Subkeys& operator=(const Subkeys&) = delete;
  ~Subkeys();

  SipKey fingerprints;  // also for digests of chunks
  SipKey order;         // also for breakpoints
  Mac draws;            // from which the key of each sample follows
  std::array<std::uint8_t, 8> id;
  std::array<std::uint8_t, 16> check;
};

// The key of sample `number`.
SipKey draw_key(const Subkeys& subkeys, std::uint64_t number);

// Overwrites `bytes`; compilers cannot omit it.
void wipe(std::span<std::uint8_t> bytes);

}  // namespace whorl::internal::registry::keyed

namespace whorl {

// The public header declares this name, so that it does not name this room.
struct Key::Subkeys : internal::registry::keyed::Subkeys {
  using internal::registry::keyed::Subkeys::Subkeys;
};

}  // namespace whorl
