// Sketches: fixed or thinned samples of a document's set of shingles, from which
// resemblance and containment are estimated (Broder 1997, "Estimating the resemblance").
//
//   mod:m   the shingles whose hash is 0 mod m. A document of few shingles is kept finer, at a
//           divisor of m, so that about a hundred remain; two are compared at the coarser one
//   vi      the same with powers of two and no bound: 100 to 200 shingles whatever the length
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

// A document's sketch. `hashes` is sorted and distinct; those kept are 0 mod `modulus`.
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

// Sizes of two sets, or of samples of them, and of what they share.
struct Overlap {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t both = 0;
};

using whorl::Sampling;
using whorl::SketchKind;

// The sketches below were made by the sampling given.

// Of a sample of A ∪ B that both sketches know all of: how much is in A, in B and in both. All of
// A ∪ B where both sketches are whole. O(|a| + |b|).
Overlap sample(const Sampling& sampling, const SketchView& a, const SketchView& b);
// |A ∩ B| / |A ∪ B|. O(|a| + |b|).
Measure resemblance(const Sampling& sampling, const SketchView& a, const SketchView& b);
// |A ∩ B| / |A|. Only an interval follows from `min:` sketches of unequal sizes.
Measure containment(const Sampling& sampling, const SketchView& a, const SketchView& b);
// The size of A ∪ B where their resemblance is r.
double union_size(double r, const SketchView& a, const SketchView& b);

// Whether parse_sampling() could have returned it. Errors say what may stand there.
Result<void> check_sampling(const Sampling& sampling);

// Makes and compares the sketches of one sampling.
class Sampler {
 public:
  // Of a sampling that check_sampling() accepts.
  explicit Sampler(const Sampling& sampling);
  // "mod:25", "vi", "min:400", "all". Errors say what may stand there.
  static Result<Sampler> parse(std::string_view text);
  std::string print() const { return whorl::print(sampling_); }

  SketchKind kind() const { return sampling_.kind; }

  // O(|set|) for a sorted, distinct set.
  Sketch sketch(ShingleSpan set) const;

  // How many hashes of a set of so many shingles `min:s` keeps.
  std::uint64_t kept_of(std::uint64_t shingles) const {
    return shingles < sampling_.value ? shingles : sampling_.value;
  }
  // The modulus that a set of so many shingles is kept at.
  std::uint64_t modulus_for(std::uint64_t shingles) const;

  // The moduli a sketch may have, ascending; each divides the next. {1} for min: and all.
  // Bounded: powers of two end where no document in memory could reach.
  const std::vector<std::uint64_t>& moduli() const { return moduli_; }

  // As the functions of these names below.
  Overlap sample(const SketchView& a, const SketchView& b) const {
    return sketch::sample(sampling_, a, b);
  }
  Measure resemblance(const SketchView& a, const SketchView& b) const {
    return sketch::resemblance(sampling_, a, b);
  }
  Measure containment(const SketchView& a, const SketchView& b) const {
    return sketch::containment(sampling_, a, b);
  }

  // The least resemblance of the hashes that two sketches keep, taken as sets, where they show a
  // resemblance of r. Less than r for `min:s` alone: of x shared ones it is x / (2 s - x) at the
  // least, and x >= r s.
  double of_kept_sets(double r) const { return kind() == SketchKind::smallest ? r / (2 - r) : r; }
  // What sketches of two documents of resemblance `t` show at the least, but once in 30,000 times
  // (kNearlySure); never under half of t.
  double least_shown(double t) const;
  // The same of two sketches that keep so many of the union, or more.
  double least_shown(double t, std::uint64_t in_union) const;
  // The share of a document's kept hashes that another sketch has at the least, if the document is
  // contained in the other by `t`; fails as rarely. So many hashes of the document are kept.
  double least_contained(double t, std::uint64_t kept) const;

 private:
  Sampling sampling_;
  std::vector<std::uint64_t> moduli_;
};

// The elements that are 0 mod `modulus`, which is at least 1, in order, and how many they are.
// O(n).
void keep_multiples(ShingleSpan set, std::uint64_t modulus, ShingleSet& kept);
std::uint64_t count_multiples(ShingleSpan set, std::uint64_t modulus);

// O(|a| + |b|) over sorted, distinct sets; with a modulus, elements that are not 0 mod it are
// passed over.
Overlap overlap(ShingleSpan a, ShingleSpan b);
Overlap overlap(ShingleSpan a, ShingleSpan b, std::uint64_t modulus);
// The same where only an overlap of at least `min` is of interest: of another no more is told
// than that it is under that.
Overlap overlap_from(std::uint64_t min, ShingleSpan a, ShingleSpan b);

// Super-shingles: shingles of a sorted sketch (Broder 1997, "Syntactic clustering of the Web").

// The hashes of `run` hashes in a row, in order; of fewer, all of them are one. `keys` is cleared
// first. O(|hashes| · run).
void super_shingles(ShingleSpan hashes, std::uint32_t run, std::vector<std::uint64_t>& keys);

// Between the public Sketch and the views that measures work on.

inline SketchView view_of(const whorl::Sketch& sketch) {
  return {sketch.hashes(), sketch.modulus(), sketch.shingles()};
}

}  // namespace whorl::internal::sketch
