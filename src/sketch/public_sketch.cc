#include "sketch/public_sketch.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "sketch/sketch_method.h"

namespace whorl::internal::sketch {
namespace {

tl::unexpected<Error> refuse(const char* reason) {
  return fail(ErrorCode::invalid_argument, std::string("not a whole sketch: ") + reason);
}

bool ascends(ShingleSpan hashes) {
  return std::ranges::adjacent_find(hashes, std::greater_equal<>()) == hashes.end();
}

// Whether a sketch of so many hashes may be of a text of so many shingles.
bool size_fits(const Sampler& method, const SketchView& view) {
  const std::uint64_t kept = view.hashes.size();
  if (method.kind() == SketchKind::smallest) return kept == method.kept_of(view.full_size);
  return view.modulus == 1 ? kept == view.full_size : kept <= view.full_size;
}

}  // namespace

Result<void> check_view(const Sampler& method, const SketchView& view, bool counted) {
  const auto& moduli = method.moduli();
  if (std::ranges::find(moduli, view.modulus) == moduli.end()) {
    return refuse("its modulus is none that the method takes");
  }
  if (!ascends(view.hashes)) return refuse("its hashes do not ascend");
  if (view.modulus > 1 && count_multiples(view.hashes, view.modulus) != view.hashes.size()) {
    return refuse("a hash is no multiple of its modulus");
  }
  if (!size_fits(method, view)) return refuse("it has more or fewer hashes than its text gives");
  const bool whole = view.modulus == 1 && view.hashes.size() == view.full_size;
  if (whole && !counted)
    return refuse("it holds all shingles, whose number is said to be estimated");
  return {};
}

}  // namespace whorl::internal::sketch

namespace whorl {

using namespace internal;

Result<Sketch> Sketch::make(SketchFields fields) try {
  WHORL_RETURN_IF_ERROR(sketch::check_method(fields.method));
  const sketch::SketchView view(fields.hashes, fields.modulus, fields.shingles);
  WHORL_RETURN_IF_ERROR(
      sketch::check_view(sketch::Sampler(fields.method.sampling), view, fields.counted));
  return Sketch(std::move(fields));
} catch (...) {
  return internal::base::caught();
}

Result<Measure> resemblance(const Sketch& a, const Sketch& b) try {
  WHORL_RETURN_IF_ERROR(comparable(a.method(), b.method()));
  return sketch::resemblance(a.method().sampling, sketch::view_of(a), sketch::view_of(b));
} catch (...) {
  return internal::base::caught();
}

Result<Measure> containment(const Sketch& a, const Sketch& b) try {
  WHORL_RETURN_IF_ERROR(comparable(a.method(), b.method()));
  return sketch::containment(a.method().sampling, sketch::view_of(a), sketch::view_of(b));
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
