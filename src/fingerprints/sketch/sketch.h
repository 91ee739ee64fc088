// Sketches: fixed or thinned samples of a document's set of shingles, from which resemblance and
// containment are estimated (Broder 1997, "Estimating the resemblance").
//
//   mod:m   the shingles whose hash is 0 mod m. A document of few shingles is sampled at a divisor
//           of m, so that about a hundred remain; two are compared at the larger modulus
//   vi      the same with powers of two and no limit: 100 to 200 shingles for any length
//   min:s   the s smallest hashes; resemblance directly, containment through the set sizes
//   all     every shingle: exact
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fingerprints/sketch/measure.h"
#include "whorl/result.h"
#include "whorl/sketch.h"

namespace whorl::internal::sketch {

// Sorted, distinct 64-bit shingle hashes.
using ShingleSet = std::vector<std::uint64_t>;
using ShingleSpan = std::span<const std::uint64_t>;

// A document's sketch. `hashes` is sorted and distinct; they are 0 mod `modulus`.
struct Sketch {
  std::vector<std::uint64_t> hashes;
  std::uint64_t modulus = 1;    // 1 for min: and all
  std::uint64_t full_size = 0;  // distinct shingles of the document
  bool complete() const { return hashes.size() == full_size; }
};

// A view of a stored sketch.
struct SketchView {
  ShingleSpan hashes;
  std::uint64_t modulus = 1;
  std::uint64_t full_size = 0;
  SketchView(ShingleSpan h, std::uint64_t m, std::uint64_t n)
      : hashes(h), modulus(m), full_size(n) {}
  SketchView(const Sketch& s) : SketchView(s.hashes, s.modulus, s.full_size) {}
};

// Sizes of two sets, or of samples of them, and of their intersection.
struct Overlap {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t both = 0;
};

using whorl::Sampling;
using whorl::SketchKind;

// For the following functions, the sketches must come from the given sampling.

// A sample of A ∪ B that both sketches know completely: how much is in A, in B and in both. It is
// all of A ∪ B if both sketches are complete. O(|a| + |b|).
Overlap sample(const Sampling& sampling, const SketchView& a, const SketchView& b);
// |A ∩ B| / |A ∪ B|. O(|a| + |b|).
Measure resemblance(const Sampling& sampling, const SketchView& a, const SketchView& b);
// |A ∩ B| / |A|. `min:` sketches of unequal sizes give only an interval.
Measure containment(const Sampling& sampling, const SketchView& a, const SketchView& b);
// The size of A ∪ B if their resemblance is r.
double union_size(double r, const SketchView& a, const SketchView& b);

// Fails if parse_sampling() could not have returned it. Errors give the allowed values.
Result<void> check_sampling(const Sampling& sampling);

// Makes and compares the sketches of one sampling.
class Sampler {
 public:
  // `sampling` must be valid for check_sampling().
  explicit Sampler(const Sampling& sampling);
  // "mod:25", "vi", "min:400", "all". Errors give the allowed values.
  static Result<Sampler> parse(std::string_view text);
  std::string print() const { return whorl::print(sampling_); }

  SketchKind kind() const { return sampling_.kind; }

  // O(|set|) for a sorted, distinct set.
  Sketch sketch(ShingleSpan set) const;

  // How many hashes `min:s` keeps of a set of this many shingles.
  std::uint64_t kept_of(std::uint64_t shingles) const {
    return shingles < sampling_.value ? shingles : sampling_.value;
  }
  // The modulus for a set of this many shingles.
  std::uint64_t modulus_for(std::uint64_t shingles) const;

  // The moduli that a sketch may have, ascending; each divides the next. {1} for min: and all.
  // Powers of two end beyond the size of any document.
  const std::vector<std::uint64_t>& moduli() const { return moduli_; }

  // Like the functions of these names above.
  Overlap sample(const SketchView& a, const SketchView& b) const {
    return sketch::sample(sampling_, a, b);
  }
  Measure resemblance(const SketchView& a, const SketchView& b) const {
    return sketch::resemblance(sampling_, a, b);
  }
  Measure containment(const SketchView& a, const SketchView& b) const {
    return sketch::containment(sampling_, a, b);
  }

  // The least resemblance of the kept hashes, as sets, if two sketches show a resemblance of r. It
  // is less than r only for `min:s`: for x shared ones it is at least x / (2 s - x), and x >= r s.
  double of_kept_sets(double r) const { return kind() == SketchKind::smallest ? r / (2 - r) : r; }
  // The least resemblance that sketches of two documents of resemblance `t` show, except once in
  // 30,000 times (kNearlySure); never less than half of t.
  double least_shown(double t) const;
  // The same for two sketches that keep at least `in_union` shingles of the union.
  double least_shown(double t, std::uint64_t in_union) const;
  // The least share of a document's `kept` hashes that another sketch has, if the document is
  // contained in the other by `t`; fails as rarely.
  double least_contained(double t, std::uint64_t kept) const;

 private:
  Sampling sampling_;
  std::vector<std::uint64_t> moduli_;
};

// Writes the elements that are 0 mod `modulus`, which is at least 1, to `kept`, in order. O(n).
void keep_multiples(ShingleSpan set, std::uint64_t modulus, ShingleSet& kept);
std::uint64_t count_multiples(ShingleSpan set, std::uint64_t modulus);

// O(|a| + |b|) for sorted, distinct sets. With a modulus, elements that are not 0 mod it are
// ignored.
Overlap overlap(ShingleSpan a, ShingleSpan b);
Overlap overlap(ShingleSpan a, ShingleSpan b, std::uint64_t modulus);
// The same if only an overlap of at least `min` matters. Below `min`, the true count can be any
// value less than `min`.
Overlap overlap_from(std::uint64_t min, ShingleSpan a, ShingleSpan b);

// Super-shingles: shingles of a sorted sketch (Broder 1997, "Syntactic clustering of the Web").

// The hashes of each `run` consecutive hashes, in order. Fewer hashes than `run` give one, of all
// of them. `keys` is cleared first. O(|hashes| · run).
void super_shingles(ShingleSpan hashes, std::uint32_t run, std::vector<std::uint64_t>& keys);

// Conversions between the public Sketch and the internal views.

inline SketchView view_of(const whorl::Sketch& sketch) {
  return {sketch.hashes(), sketch.modulus(), sketch.shingles()};
}

}  // namespace whorl::internal::sketch
