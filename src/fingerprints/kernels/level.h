// Level: the instruction set of the vector kernels. Results do not depend on it.
//
// The best one of the machine, unless WHORL_KERNELS=scalar|sse4|avx2|avx512 names another; an
// unsupported one falls back to the next lower level.
#pragma once

#include <span>
#include <string_view>

namespace whorl::internal::kernels {

enum class Level { scalar, sse4, avx2, avx512 };

// The current level. Thread-safe.
Level level();

std::string_view name(Level level);

// Levels that this machine can run, from the plainest.
std::span<const Level> supported_levels();

// Makes all later calls use `level`, which is one of supported_levels(): for tests and
// benchmarks, while no other thread runs a kernel.
void force(Level level);

}  // namespace whorl::internal::kernels
