// Which pairs of documents clustering finds: docs/methods.md, "Candidate pairs".
//
// The rule depends only on what is known of the two documents: not on others, on memory, or on the
// order of the search. So an engine that distributes the search over many tasks finds the pairs
// that `whorl dedup` finds.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "whorl/phases.h"
#include "whorl/result.h"
#include "whorl/sketch.h"

namespace whorl::phases {

// A pair is found if its sketches show enough of the resemblance or of the containment that is
// asked for, and the documents' full sets of shingles reach one of the two.
//
// Two sketches are compared at the coarser of their moduli, which is that of the pair.
class PairRule {
 public:
  // Thresholds are from 0 to 1; 0: the measure is not used. Errors: invalid_argument if both are 0
  // or one is out of range, unsupported for sketches of the smallest hashes (`min:S`).
  static Result<PairRule> make(const Sampling& sampling, double resemblance, double containment);

  // That sketches may have, ascending. Each divides the next.
  std::span<const std::uint64_t> moduli() const;

  // Of a sketch that has so many hashes at a modulus: how many of them are its prefix. Put the
  // hashes of all sketches in one order, the same for all. Two sketches that show enough of the
  // resemblance have one of both prefixes in common (Bayardo 2007). 0: no resemblance is asked for.
  std::uint64_t prefix(std::uint64_t modulus, std::uint64_t hashes) const;
  // The same for containment: the prefix of the contained document has one of all hashes of the
  // other. 0: no containment is asked for.
  std::uint64_t contained_prefix(std::uint64_t modulus, std::uint64_t hashes) const;

  // Whether two documents of so many shingles can be found. O(1).
  bool sizes_allow(std::uint64_t full_a, std::uint64_t full_b) const;
  // Whether two sketches of so many hashes at the modulus of the pair, whose prefixes have `shared`
  // hashes in common, can show enough. Without containment only. O(1).
  bool prefixes_allow(std::uint64_t modulus, std::uint64_t hashes_a, std::uint64_t hashes_b,
                      std::uint64_t shared) const;
  // Whether the sketches show enough, and the documents may reach a threshold by the interval of
  // what they show. O(1).
  bool is_candidate(const PairCounts& sketches, std::uint64_t full_a, std::uint64_t full_b) const;
  // Whether a candidate is found, by the counts of its full sets (of modulus 1). O(1).
  bool finds(const PairCounts& full_sets) const;

 private:
  struct Parts;
  explicit PairRule(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  std::shared_ptr<const Parts> parts_;
};

}  // namespace whorl::phases
