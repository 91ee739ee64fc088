// Level: which instruction set the vector kernels use. Results never differ by it.
//
// The best one the machine has, unless WHORL_KERNELS=scalar|sse4|avx2|avx512 asks for
// another; one that the machine lacks falls back to the next below.
#pragma once

#include <span>
#include <string_view>

namespace whorl::internal::kernels {

enum class Level { scalar, sse4, avx2, avx512 };

// The level in use. Thread-safe.
Level level();

std::string_view name(Level level);

// Levels this machine can run, from the plainest.
std::span<const Level> supported_levels();

// Makes all later calls use `level`, which is one of supported_levels(): for tests and
// benchmarks, while no other thread runs a kernel.
void force(Level level);

}  // namespace whorl::internal::kernels
