// For each choice of eight bytes, the shuffle that moves the chosen ones to the front.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace whorl::internal::kernels {

struct PackTable {
  std::array<std::array<std::uint8_t, 8>, 256> shuffles{};

  constexpr PackTable() {
    for (std::size_t chosen = 0; chosen < 256; ++chosen) {
      std::size_t count = 0;
      for (std::uint8_t i = 0; i < 8; ++i) {
        if (chosen >> i & 1) shuffles[chosen][count++] = i;
      }
    }
  }
};

inline constexpr PackTable kPack;

}  // namespace whorl::internal::kernels
