// Decides which pairs of documents clustering finds (docs/methods.md, "Candidate pairs").
//
// The rule depends only on the two documents. It does not depend on other documents, on memory, or
// on the order of the search. So a program that divides the search among many tasks finds the same
// pairs as `whorl dedup`. Sketches and thresholds must be the same, and `whorl dedup` must run
// without `--common` and `--no-verify`.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "whorl/phases.h"
#include "whorl/result.h"
#include "whorl/sketch.h"

namespace whorl::phases {

// The number of hashes of a sketch at a modulus, and the share of them that are hot
// (whorl/shingle_order.h).
struct SketchSize {
  std::uint64_t hashes;
  std::uint8_t hot_share = 0;  // in 255ths of the hashes, rounded up; 0: no hot hash in the prefix

  static SketchSize of(std::uint64_t hashes, std::uint64_t hot) {
    return {hashes, static_cast<std::uint8_t>(hot == 0 ? 0 : (hot * kWhole + hashes - 1) / hashes)};
  }
  // Returns the number of hot hashes, or slightly more. Exact for at most 255 hashes.
  std::uint64_t hot() const { return hashes * hot_share / kWhole; }
  auto operator<=>(const SketchSize&) const = default;

 private:
  static constexpr std::uint64_t kWhole = 255;
};

// A pair is found if two conditions are true. Its sketches show enough resemblance or containment
// for the thresholds. The full sets of shingles of the two documents reach one of the thresholds.
//
// Two sketches are compared at the coarser of their two moduli: the modulus of the pair.
class PairRule {
 public:
  // Returns the rule for these thresholds, from 0 to 1; 0: the measure is not used. Fails with
  // invalid_argument if both are 0 or one is out of range. Fails with unsupported for sketches of
  // the smallest hashes (`min:S`).
  static Result<PairRule> make(const Sampling& sampling, double resemblance, double containment);

  // Returns the moduli that sketches can have, in ascending order. Each divides the next.
  std::span<const std::uint64_t> moduli() const;

  // Returns the length of the prefix of a sketch with this number of `hashes` at `modulus`. The
  // prefix contains the first hashes of the sketch, in one order for all sketches. If two sketches
  // show enough resemblance, their prefixes share a hash (Bayardo 2007). Prefixes are one seventh
  // longer than needed for this, so that prefixes_allow() excludes more pairs. Returns 0 if the
  // rule does not use resemblance.
  std::uint64_t prefix(std::uint64_t modulus, std::uint64_t hashes) const;
  // Returns the length of the prefix for containment: the other sketch contains at least one hash
  // of the prefix of the contained document. Returns 0 if the rule does not use containment.
  std::uint64_t contained_prefix(std::uint64_t modulus, std::uint64_t hashes) const;

  // Returns whether two documents with these numbers of shingles can be similar. O(1).
  bool sizes_allow(std::uint64_t full_a, std::uint64_t full_b) const;
  // Assume that a sketch shares only hot hashes with a sketch of the same size or larger. Returns
  // whether the two can still show enough resemblance. If it returns false, a candidate pair must
  // share a hash that is not hot. O(1).
  bool hot_suffice(std::uint64_t modulus, SketchSize size) const;
  // Returns whether two sketches can show enough resemblance if `shared` lists of this modulus
  // formed the pair (whorl/rounds.h). Valid only for a rule without containment. O(1).
  bool prefixes_allow(std::uint64_t modulus, SketchSize a, SketchSize b,
                      std::uint64_t shared) const;
  // Returns whether the sketches show enough, and whether the confidence interval of their values
  // reaches a threshold. `full_a`, `full_b`: the numbers of shingles of the documents. O(1).
  bool is_candidate(const PairCounts& sketches, std::uint64_t full_a, std::uint64_t full_b) const;
  // Returns whether a candidate is found. `full_sets`: the counts of its full sets, of modulus 1.
  // O(1).
  bool finds(const PairCounts& full_sets) const;

 private:
  bool allows(std::uint64_t modulus, SketchSize a, SketchSize b, std::uint64_t most_shared) const;

  struct Parts;
  explicit PairRule(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  std::shared_ptr<const Parts> parts_;
};

}  // namespace whorl::phases
