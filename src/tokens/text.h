// The front end `text`: letters, marks and digits, each as many symbols as it weighs.
#pragma once

#include <string_view>

#include "tokens/canon.h"
#include "tokens/fold_table.h"

namespace whorl::internal::tokens {

// What becomes of the forms that one Han character has: traditional and simplified.
enum class Variants { merged, kept };

// `variants` is the argument of the front end that keeps them.
Variants variants_of(std::string_view argument);
const FoldTable& fold_table(Variants variants);

// Folds by NFKC_Casefold, merges variants, and keeps what is a letter, mark or digit (Unicode L*,
// M*, N*) afterwards, as parts (tokens/weight.h). Bytes while all symbols are ASCII, CodePoints
// otherwise: the cheaper shape, chosen by the symbols alone, so that equal canonical texts have
// equal shapes too. O(text); ASCII runs at the speed of its kernel.
Canon text_canon(std::string_view text, Variants variants = Variants::merged);

}  // namespace whorl::internal::tokens
