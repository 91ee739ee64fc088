// 1 / odd modulo a power of two, which reverses a multiplication by `odd`.
#pragma once

#include <limits>
#include <type_traits>

namespace whorl::internal::kernels {

// x with odd · x = 1 in the arithmetic of Word, by Newton's method: each step doubles the number of
// correct low bits; the first guess has five.
template <class Word>
constexpr Word odd_inverse(Word odd) {
  static_assert(std::is_unsigned_v<Word>);
  Word x = (3 * odd) ^ 2;
  for (int right = 5; right < std::numeric_limits<Word>::digits; right *= 2) x *= 2 - odd * x;
  return x;
}

}  // namespace whorl::internal::kernels
