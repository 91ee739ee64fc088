// TextFingerprinter: the fingerprints of texts from memory, one after the other.
#pragma once

#include <string_view>

#include "canon/memory_text.h"
#include "select/select.h"
#include "whorl/fingerprint.h"
#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::fingerprint {

// Works in memory that the texts reuse; one a thread.
class TextFingerprinter {
 public:
  // The fingerprints of `text` into `out`, by a recipe that check_kgrams accepted.
  Result<void> take(std::string_view text, const Recipe& recipe, Fingerprints& out);

 private:
  canon::MemoryText text_;
  select::SelectionMemory selection_;
};

// The same in memory of this thread. Large texts are taken in blocks where the recipe allows it.
Result<void> fingerprint_text(std::string_view text, const Recipe& recipe, Fingerprints& out);

}  // namespace whorl::internal::fingerprint
