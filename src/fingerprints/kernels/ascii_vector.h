// The vector half of ascii.h.
#pragma once

#include <cstdint>
#include <span>

#include "fingerprints/kernels/ascii_run.h"

namespace whorl::internal::kernels {

// canonicalize_ascii and consonants_of_ascii for the whole blocks of `text`; a shorter last one is
// not read. They use the current vector level.
AsciiRun canonicalize_ascii_blocks(std::span<const char> text, std::uint8_t* symbols,
                                   std::uint64_t* keep);
AsciiRun consonants_of_ascii_blocks(std::span<const char> text, std::uint8_t* symbols,
                                    std::uint64_t* keep);

}  // namespace whorl::internal::kernels
