#include "compare/corpus/spelling.h"

namespace whorl::internal::compare::corpus {

SpellingDifference compare_spellings(const PreparedFile& a, std::uint32_t a_at,
                                     const PreparedFile& b, std::uint32_t b_at,
                                     std::uint32_t length) {
  if (a.recipe.front_end != "code" || length == 0) return {};
  return match::compare_spellings({a.canon, a.entry.text, a_at}, {b.canon, b.entry.text, b_at},
                                  length);
}

}  // namespace whorl::internal::compare::corpus
