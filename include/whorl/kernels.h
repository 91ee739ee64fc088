// The instruction set that the inner loops use.
#pragma once

#include <string_view>

namespace whorl {

// Returns "scalar", "sse4", "avx2" or "avx512": the best one of the machine. The environment
// variable WHORL_KERNELS can select a lower one. Results do not depend on it.
std::string_view kernels_in_use();

}  // namespace whorl
