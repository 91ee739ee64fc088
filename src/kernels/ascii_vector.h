// The vector half of ascii.h.
#pragma once

#include "kernels/ascii.h"

namespace whorl::kernels {

// canonicalize_ascii of the whole blocks of `text`: leaves a last, shorter one unread. Runs on
// the vector level in use.
AsciiRun canonicalize_ascii_blocks(std::span<const char> text, std::uint8_t* symbols,
                                   std::uint64_t* keep);

}  // namespace whorl::kernels
