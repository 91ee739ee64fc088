// Canonical text of ASCII: what counts of it, letters in lower case; everything else dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "fingerprints/kernels/ascii_run.h"

namespace whorl::internal::kernels {

// Writes [a-z0-9] of `text`, letters lower-cased, to `symbols`, and one bit a byte of
// text, least significant first, to `keep`: set where the byte was kept. Stops before
// the first block of kAsciiBlock bytes, counted from the start of `text`, that holds a
// byte over 0x7F; so `read` is a multiple of kAsciiBlock or all of `text`.
//
// `symbols` needs room for text.size() + kAsciiBlock bytes (the slack is scratch), `keep`
// for one word a block begun; bits past the end of `text` are 0. O(read).
AsciiRun canonicalize_ascii(std::span<const char> text, std::uint8_t* symbols, std::uint64_t* keep);

// The same, but of the letters keeps the consonants alone, y among them, and no digits.
AsciiRun consonants_of_ascii(std::span<const char> text, std::uint8_t* symbols,
                             std::uint64_t* keep);

// Any of them: what takes one is told by it what counts.
using AsciiKernel = decltype(canonicalize_ascii);

// The same without a vector unit: the plain twins.
AsciiRun canonicalize_ascii_plain(std::span<const char> text, std::uint8_t* symbols,
                                  std::uint64_t* keep);
AsciiRun consonants_of_ascii_plain(std::span<const char> text, std::uint8_t* symbols,
                                   std::uint64_t* keep);

}  // namespace whorl::internal::kernels
