// The hash by which runs of t symbols are told apart, rolled from one run to the next.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "base/hash128.h"

namespace whorl::internal::repeats {

// What runs are told apart by: bytes, code points, or the hashes of words (canon/words.h).
using RunSymbols = std::variant<std::span<const std::uint8_t>, std::span<const char32_t>,
                                std::span<const std::uint64_t>>;

// Two polynomials modulo 2^61 - 1 at points that nobody knows (Karp and Rabin 1987), of which each
// half of a symbol of 64 bits is a coefficient: two runs that differ agree with a chance of at most
// (2 t / 2^61)^2, whoever made them.
class RunHash {
 public:
  // Runs of `run` ≥ 1 symbols; `points` are two random numbers.
  RunHash(std::uint32_t run, std::array<std::uint64_t, 2> points);
  // With points of the system's randomness.
  static RunHash draw(std::uint32_t run);

  // Appends the hashes of the runs that begin at [begin, end), all of which are whole. O(end -
  // begin + t).
  void append(const RunSymbols& symbols, std::size_t begin, std::size_t end,
              std::vector<base::Hash128>& out) const;

 private:
  struct Point {
    std::uint64_t at;            // where the polynomial is taken
    std::uint64_t next;          // its square, by which one symbol moves on
    std::uint64_t leaving;       // what the lower half of a symbol that leaves adds, in the field:
                                 // less the t-th power of `next`
    std::uint64_t leaving_high;  // and the upper half
  };

  std::uint32_t run_;
  std::array<Point, 2> points_;
};

}  // namespace whorl::internal::repeats
