// The public SketchMethod, checked and resolved once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fingerprints/sketch/sketch.h"
#include "tokens/front_ends.h"
#include "whorl/result.h"
#include "whorl/sketch.h"

namespace whorl::internal::sketch {

inline constexpr std::uint32_t kMaxShingle = 1u << 20;

// The parts that a method names: "html:words" is the row of `html` and the argument "words".
struct ResolvedMethod {
  const tokens::FrontEnd* front_end = nullptr;
  std::string argument;
  std::uint32_t shingle = 0;
  Sampler sampler;
};

// Errors name the wrong part and the allowed values.
Result<ResolvedMethod> resolve(const whorl::SketchMethod& method);
Result<void> check_method(const whorl::SketchMethod& method);

}  // namespace whorl::internal::sketch
