// Which pairs of documents clustering finds: docs/methods.md, "Candidate pairs".
//
// The rule depends only on the two documents: not on other documents, on memory, or on the order of
// the search. So an engine that divides the search among many tasks finds the pairs that `whorl
// dedup` finds with the same sketches and thresholds, without `--common` and `--no-verify`.
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

  // How many of the `hashes` of a sketch at `modulus` form its prefix. The prefix is the first ones
  // in an order that is the same for all sketches. If two sketches show enough resemblance, their
  // prefixes share a hash (Bayardo 2007). Prefixes are a seventh longer than needed for this;
  // prefixes_allow() then excludes more pairs. Returns 0 if the rule has no resemblance.
  std::uint64_t prefix(std::uint64_t modulus, std::uint64_t hashes) const;
  // The same for containment: the prefix of the contained document has at least one hash of the
  // other sketch. Returns 0 if the rule has no containment.
  std::uint64_t contained_prefix(std::uint64_t modulus, std::uint64_t hashes) const;

  // Whether two documents with these numbers of shingles can be similar. O(1).
  bool sizes_allow(std::uint64_t full_a, std::uint64_t full_b) const;
  // Whether two sketches can show enough. They have `hashes_a` and `hashes_b` hashes at `modulus`,
  // and their prefixes share `shared` hashes. Only for a rule without containment. O(1).
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
