// The hash by which runs of t symbols are told apart, rolled from one run to the next.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash128.h"
#include "canon/canon.h"

namespace whorl::internal::repeats {

// Two polynomials modulo 2^61 - 1 at points that nobody knows (Karp and Rabin 1987): two runs that
// differ agree with a chance of at most (t / 2^61)^2, whoever made them.
class RunHash {
 public:
  // Runs of `run` ≥ 1 symbols; `points` are two random numbers.
  RunHash(std::uint32_t run, std::array<std::uint64_t, 2> points);
  // With points of the system's randomness.
  static RunHash draw(std::uint32_t run);

  // Appends the hashes of the runs that begin at [begin, end), all of which are whole. O(end -
  // begin + t).
  void append(const canon::SymbolSpan& symbols, std::size_t begin, std::size_t end,
              std::vector<base::Hash128>& out) const;

  std::uint32_t run() const { return run_; }

 private:
  struct Point {
    std::uint64_t at;       // where the polynomial is taken
    std::uint64_t leaving;  // what a symbol that leaves adds: less the t-th power, in the field
  };

  std::uint32_t run_;
  std::array<Point, 2> points_;
};

}  // namespace whorl::internal::repeats
