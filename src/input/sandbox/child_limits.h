// What one converter may take.
#pragma once

#include <cstdint>

namespace whorl::internal::input {

struct ChildLimits {
  std::uint32_t seconds = 30;  // of processor time, and twice as long by the clock
  std::uint64_t memory_bytes = 2ull << 30;
  std::uint64_t output_bytes = 64ull << 20;
};

}  // namespace whorl::internal::input
