#include <algorithm>
#include <cmath>

#include "fingerprints/sketch/sketch.h"

namespace whorl::internal::sketch {
namespace {

// True if all of a set is in its sketch.
bool is_whole(const SketchView& sketch) { return sketch.hashes.size() == sketch.full_size; }

// The s smallest hashes of the union, and how many of them both sets contain; fewer if a sketch
// that is not whole ends before.
Overlap smallest_of_union(const SketchView& a, const SketchView& b, std::uint64_t s) {
  Overlap seen;
  std::size_t i = 0;
  std::size_t j = 0;
  const auto more = [](const SketchView& set, std::size_t at) {
    return at < set.hashes.size() || is_whole(set);
  };
  for (std::uint64_t taken = 0; taken < s && more(a, i) && more(b, j); ++taken) {
    const bool a_left = i < a.hashes.size(), b_left = j < b.hashes.size();
    if (!a_left && !b_left) break;
    const bool from_a = a_left && (!b_left || a.hashes[i] <= b.hashes[j]);
    const bool from_b = b_left && (!a_left || b.hashes[j] <= a.hashes[i]);
    seen.a += from_a;
    seen.b += from_b;
    seen.both += from_a && from_b;
    i += from_a;
    j += from_b;
  }
  return seen;
}

// The containment |A ∩ B| / |A| for a resemblance of r: |A ∩ B| = r / (1 + r) · (|A| + |B|).
double containment_from(double r, const SketchView& a, const SketchView& b) {
  const double sum = static_cast<double>(a.full_size + b.full_size);
  return std::min(1.0, r / (1 + r) * sum / static_cast<double>(a.full_size));
}

}  // namespace

double union_size(double r, const SketchView& a, const SketchView& b) {
  return static_cast<double>(a.full_size + b.full_size) / (1 + r);
}

Overlap sample(const Sampling& sampling, const SketchView& a, const SketchView& b) {
  if (sampling.kind != SketchKind::smallest) {
    // Sketches of one modulus contain only its multiples.
    return overlap(a.hashes, b.hashes, a.modulus == b.modulus ? 1 : std::max(a.modulus, b.modulus));
  }
  return smallest_of_union(a, b, is_whole(a) && is_whole(b) ? UINT64_MAX : sampling.value);
}

Measure resemblance(const Sampling& sampling, const SketchView& a, const SketchView& b) {
  const Overlap seen = sample(sampling, a, b);
  const std::uint64_t size = seen.a + seen.b - seen.both;
  const bool exact = sampling.kind == SketchKind::smallest ? is_whole(a) && is_whole(b)
                                                           : std::max(a.modulus, b.modulus) == 1;
  if (exact) return counted(seen.both, size);
  const double r = size == 0 ? 0 : static_cast<double>(seen.both) / static_cast<double>(size);
  return sampled(seen.both, size, union_size(r, a, b));
}

Measure containment(const Sampling& sampling, const SketchView& a, const SketchView& b) {
  if (sampling.kind == SketchKind::smallest) {
    const Measure r = resemblance(sampling, a, b);
    if (a.full_size == 0) return counted(0, 0);
    return {{containment_from(r.value, a, b), containment_from(r.low, a, b),
             containment_from(r.high, a, b)},
            r.exact};
  }
  const std::uint64_t modulus = std::max(a.modulus, b.modulus);
  const Overlap seen = sample(sampling, a, b);
  if (modulus == 1) return counted(seen.both, seen.a);
  Measure estimate = sampled(seen.both, seen.a, static_cast<double>(a.full_size));
  // An empty sample counts as 0, which biases the mean by the probability that the sample is not
  // empty.
  const double seen_at_all =
      1 - std::pow(1 - 1 / static_cast<double>(modulus), static_cast<double>(a.full_size));
  if (seen_at_all > 0) estimate.value = std::min(estimate.high, estimate.value / seen_at_all);
  return estimate;
}

}  // namespace whorl::internal::sketch
