// TextSketcher: the sketches of texts from memory, one after the other.
#pragma once

#include <string_view>

#include "base/sort_hashes.h"
#include "canon/memory_text.h"
#include "sketch/sketch.h"
#include "sketch/sketch_method.h"
#include "whorl/result.h"

namespace whorl::internal::sketch {

// Works in memory that the texts reuse; one a thread.
class TextSketcher {
 public:
  Result<Sketch> take(std::string_view text, const ResolvedMethod& method);

 private:
  canon::MemoryText text_;
  base::HashSorter sorter_;
  ShingleSet set_;
};

// The same in memory of this thread.
Result<Sketch> sketch_text(std::string_view text, const ResolvedMethod& method);

}  // namespace whorl::internal::sketch
