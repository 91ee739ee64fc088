// A request to measure two texts: a JSON body.
#pragma once

#include <string>
#include <string_view>

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

inline constexpr std::size_t kMostMeasured = 4 << 20;

// The JSON schema of the body. A character of a text has up to 4 bytes.
inline constexpr std::string_view kMeasureSchema = R"({
  "type": "object", "required": ["a", "b"], "additionalProperties": false,
  "properties": {
    "a": {"type": "string", "maxLength": 1048576},
    "b": {"type": "string", "maxLength": 1048576},
    "methods": {"type": "string", "description": "Methods of whorl measure, separated by blanks, such as shingles:k=5. A method that cannot measure the texts has a refusal in the answer."},
    "front_end": {"type": "string", "description": "The tokenizer of methods that accept any."}}})";

}  // namespace whorl::serve
