// What the kernels of ascii.h and of its vector half say of a call.
#pragma once

#include <cstddef>

namespace whorl::internal::kernels {

inline constexpr std::size_t kAsciiBlock = 64;

// What one call did: bytes of text it read and symbols it wrote.
struct AsciiRun {
  std::size_t read = 0;
  std::size_t kept = 0;
};

}  // namespace whorl::internal::kernels
