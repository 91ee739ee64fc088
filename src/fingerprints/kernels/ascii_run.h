// The types that the kernels of ASCII text and their vector half share.
#pragma once

#include <cstddef>

namespace whorl::internal::kernels {

inline constexpr std::size_t kAsciiBlock = 64;

// The result of one call: bytes of text read and symbols written.
struct AsciiRun {
  std::size_t read = 0;
  std::size_t kept = 0;
};

}  // namespace whorl::internal::kernels
