// 1 / odd modulo a power of two: what takes a multiplication by `odd` back.
#pragma once

#include <limits>
#include <type_traits>

namespace whorl::internal::kernels {

// x with odd · x = 1 in the arithmetic of Word. By Newton's method: each step doubles how many low
// bits are right, of which the first guess has five.
template <class Word>
constexpr Word odd_inverse(Word odd) {
  static_assert(std::is_unsigned_v<Word>);
  Word x = (3 * odd) ^ 2;
  for (int right = 5; right < std::numeric_limits<Word>::digits; right *= 2) x *= 2 - odd * x;
  return x;
}

}  // namespace whorl::internal::kernels
