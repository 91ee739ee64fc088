// Between the public Sketch and the views that measures work on.
#pragma once

#include "sketch/sketch.h"
#include "whorl/sketch.h"

namespace whorl::internal::sketch {

inline SketchView view_of(const whorl::Sketch& sketch) {
  return {sketch.hashes(), sketch.modulus(), sketch.shingles()};
}

// Whether the parts of a sketch made by a method that was checked fit together. O(hashes).
Result<void> check_view(const Sampler& method, const SketchView& view, bool counted);

}  // namespace whorl::internal::sketch
