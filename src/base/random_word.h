// random_word: 64 bits that nobody can know beforehand.
#pragma once

#include <cstdint>
#include <random>

namespace whorl::internal::base {

// Of the system's randomness; throws std::exception where that has none.
inline std::uint64_t random_word() {
  std::random_device random;
  return std::uint64_t{random()} << 32 | random();
}

}  // namespace whorl::internal::base
