#include "jobs/compare/corpus/spelling.h"

#include "tokens/front_ends.h"

namespace whorl::internal::compare::corpus {

SpellingDifference compare_spellings(const PreparedFile& a, std::uint32_t a_at,
                                     const PreparedFile& b, std::uint32_t b_at,
                                     std::uint32_t length) {
  if (!front_end_of(a).drops_spelling || length == 0) return {};
  return match::compare_spellings({a.canon, a.entry.text, a_at}, {b.canon, b.entry.text, b_at},
                                  length);
}

}  // namespace whorl::internal::compare::corpus
