#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "sketch/public_sketch.h"

namespace whorl {

using namespace internal;

namespace {

sketch::ShingleSet joined(const Sketch& a, const Sketch& b) {
  sketch::ShingleSet both;
  both.reserve(a.hashes().size() + b.hashes().size());
  std::ranges::set_union(a.hashes(), b.hashes(), std::back_inserter(both));
  return both;
}

// Distinct shingles of A ∪ B, as far as the sketches tell.
std::uint64_t estimated_size(const Sketch& a, const Sketch& b) {
  const sketch::SketchView x = sketch::view_of(a), y = sketch::view_of(b);
  const double r = sketch::resemblance(a.method().sampling, x, y).value;
  const auto size = static_cast<std::uint64_t>(std::llround(sketch::union_size(r, x, y)));
  return std::max({size, a.shingles(), b.shingles()});
}

}  // namespace

Result<Sketch> merge(const Sketch& a, const Sketch& b) try {
  WHORL_RETURN_IF_ERROR(comparable(a.method(), b.method()));
  const sketch::Sampler sampler(a.method().sampling);
  const sketch::ShingleSet both = joined(a, b);
  if (a.complete() && b.complete()) {
    auto made = sampler.sketch(both);
    return Sketch::make({a.method(), std::move(made.hashes), made.modulus, made.full_size});
  }
  SketchFields fields{.method = a.method(), .shingles = estimated_size(a, b), .counted = false};
  if (sampler.kind() == SketchKind::smallest) {
    fields.hashes.assign(both.begin(),
                         both.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(
                                            both.size(), sampler.kept_of(fields.shingles))));
  } else {
    fields.modulus = std::max({a.modulus(), b.modulus(), sampler.modulus_for(fields.shingles)});
    sketch::keep_multiples(both, fields.modulus, fields.hashes);
  }
  return Sketch::make(std::move(fields));
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
