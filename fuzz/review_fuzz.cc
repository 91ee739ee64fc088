// Any bytes as a review file: verdicts of pairs, or a sentence.
#include <cstdint>
#include <string_view>

#include "jobs/compare/review.h"
#include "memory_stream.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  const auto notes = whorl::internal::compare::parse_review(json);
  fuzz::require(notes || !notes.error().message.empty());
  return 0;
}
