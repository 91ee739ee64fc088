// Canonical symbols of one large text, on several threads.
#pragma once

#include <cstddef>
#include <string_view>

#include "canon/canon.h"

namespace whorl {

// Texts from this size on are worth cutting.
inline constexpr std::size_t kLargeText = 16 << 20;

// The symbols that text_canon() finds, in the same shape. The front end `text` folds its input
// piece by piece, and a piece begins at every ASCII character, so the text can be cut there.
// The origin map is not built. Takes memory for the symbols twice.
Symbols symbols_of_large_text(std::string_view text, unsigned threads);

}  // namespace whorl
