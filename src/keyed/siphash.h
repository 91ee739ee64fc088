// SipHash-2-4 with 64 bits (Aumasson and Bernstein 2012), by libsodium.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace whorl::internal::keyed {

using SipKey = std::array<std::uint8_t, 16>;

// The eight bytes of the hash as a little-endian number. O(bytes).
std::uint64_t siphash(std::span<const std::uint8_t> bytes, const SipKey& key);

}  // namespace whorl::internal::keyed
