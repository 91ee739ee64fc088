// The tokenizer `text`: letters, marks and digits, each as many symbols as its weight.
#pragma once

#include <string_view>

#include "tokens/canon.h"
#include "tokens/fold_table.h"

namespace whorl::internal::tokens {

// How traditional and simplified forms of a Han character are treated.
enum class Variants { merged, kept };

// `kept` if the tokenizer's argument says so.
Variants variants_of(std::string_view argument);
const FoldTable& fold_table(Variants variants);

// Folds by NFKC_Casefold, merges variants, and then keeps letters, marks and digits (Unicode L*,
// M*, N*), as parts (tokens/weight.h). The result is Bytes if all symbols are ASCII, else
// CodePoints. Only the symbols determine the shape, so equal normalized texts have equal shapes.
// O(text); ASCII runs at the speed of its kernel.
Canon text_canon(std::string_view text, Variants variants = Variants::merged);

}  // namespace whorl::internal::tokens
