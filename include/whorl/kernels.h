// Kernels: which instruction set the inner loops use.
#pragma once

#include <string_view>

namespace whorl {

// "scalar", "sse4", "avx2" or "avx512": the best that the machine has, unless the environment
// variable WHORL_KERNELS names another. Results never differ by it.
std::string_view kernels_in_use();

}  // namespace whorl
