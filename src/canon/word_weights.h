// What the words of the front end `words` weigh, by their symbols.
#pragma once

#include <cstdint>

namespace whorl::internal::canon {

// kWordWeight; of a character of kana, Thai, Lao, Khmer or Myanmar, which are words of their own
// there, what canon/weight.h has. A word whose symbol is by chance that of such a character weighs
// as much, wherever it stands. The first call takes a millisecond.
std::uint32_t weight_of_word(std::uint32_t symbol);

}  // namespace whorl::internal::canon
