// Literals: the numbers, strings and characters that programs spell, whatever stands around them.
//
// Who writes a program anew after another one keeps what it prints and what it counts to; two who
// solve one task alone word it differently. No passage is needed to see that.
#pragma once

#include <cstdint>
#include <vector>

#include "compare/corpus/corpus.h"

namespace whorl::internal::compare::scoring {

// Of two bags of literals: occurrences that both have, and those that either has.
struct SharedLiterals {
  std::uint64_t common = 0;  // sum over the spellings of the smaller count
  std::uint64_t all = 0;     // the same of the larger

  double share() const;
};

// The literals of all submissions; base code is left out.
class LiteralBags {
 public:
  // O(n log n) in the literals, 8 bytes each.
  LiteralBags(const corpus::Corpus& corpus, unsigned threads);

  // Linear in the literals of the two.
  SharedLiterals shared(std::uint32_t a, std::uint32_t b) const;

 private:
  std::vector<std::vector<std::uint64_t>> bags_;  // hashes of spellings, ascending
};

}  // namespace whorl::internal::compare::scoring
