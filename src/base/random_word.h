// random_word: 64 unpredictable bits.
#pragma once

#include <cstdint>
#include <random>

namespace whorl::internal::base {

// Taken from the system's random numbers; throws std::exception if it has none.
inline std::uint64_t random_word() {
  std::random_device random;
  return std::uint64_t{random()} << 32 | random();
}

}  // namespace whorl::internal::base
