// The front end `text`: letters, marks and digits, one symbol a code point.
#pragma once

#include <string_view>

#include "canon/canon.h"

namespace whorl::internal::canon {

// Folds by NFKC_Casefold and keeps what is a letter, mark or digit (Unicode L*, M*, N*)
// afterwards. Bytes while all symbols are ASCII, CodePoints otherwise: the cheaper shape,
// chosen by the symbols alone, so that equal canonical texts have equal shapes too.
// O(text); ASCII runs at the speed of its kernel.
Canon text_canon(std::string_view text);

}  // namespace whorl::internal::canon
