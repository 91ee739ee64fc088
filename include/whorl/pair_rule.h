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

// How many hashes a sketch has at a modulus, and how many of them are hot (whorl/shingle_order.h).
struct SketchSize {
  std::uint64_t hashes;
  std::uint8_t hot_share = 0;  // in 255ths of the hashes, rounded up; 0: the prefix has no hot one

  static SketchSize of(std::uint64_t hashes, std::uint64_t hot) {
    return {hashes, static_cast<std::uint8_t>(hot == 0 ? 0 : (hot * kWhole + hashes - 1) / hashes)};
  }
  // At least as many as are hot. Exact for at most 255 hashes.
  std::uint64_t hot() const { return hashes * hot_share / kWhole; }
  auto operator<=>(const SketchSize&) const = default;

 private:
  static constexpr std::uint64_t kWhole = 255;
};

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
  // Whether a sketch can show enough with one of at least as many hashes, if they share only hot
  // ones. If not, two such sketches need a shared hash that is not hot. O(1).
  bool hot_suffice(std::uint64_t modulus, SketchSize size) const;
  // Whether two sketches can show enough, if `shared` lists of this modulus formed the pair
  // (whorl/rounds.h). Only for a rule without containment. O(1).
  bool prefixes_allow(std::uint64_t modulus, SketchSize a, SketchSize b,
                      std::uint64_t shared) const;
  // Whether the sketches show enough, and the documents may reach a threshold by the interval of
  // what they show. O(1).
  bool is_candidate(const PairCounts& sketches, std::uint64_t full_a, std::uint64_t full_b) const;
  // Whether a candidate is found, by the counts of its full sets (of modulus 1). O(1).
  bool finds(const PairCounts& full_sets) const;

 private:
  bool allows(std::uint64_t modulus, SketchSize a, SketchSize b, std::uint64_t most_shared) const;

  struct Parts;
  explicit PairRule(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  std::shared_ptr<const Parts> parts_;
};

}  // namespace whorl::phases
