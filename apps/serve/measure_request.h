// A request to measure two texts: a JSON body.
#pragma once

#include <string>

#include "serve/message.h"
#include "whorl/result.h"
#include "whorl/similarity_methods.h"

namespace whorl::serve {

struct MeasureRequest {
  std::string a;
  std::string b;
  MeasuringOptions options;
};

// The body is an object with the texts `a` and `b` and optionally `methods` (names with blanks
// between them) and `front_end`. Without `methods` it means signature extraction, shingles,
// overlapping chunks, exact overlap and tiling. A text has at most kMostMeasured bytes.
Result<MeasureRequest> parse_measure(const Request& request);

// The JSON schema of the body.
std::string measure_schema();

inline constexpr std::size_t kMostMeasured = 4 << 20;

}  // namespace whorl::serve
