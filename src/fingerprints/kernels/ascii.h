// Normalized text of ASCII: the characters that count, in lower case; all others are dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "fingerprints/kernels/ascii_run.h"

namespace whorl::internal::kernels {

// Writes the [a-zA-Z0-9] of `text`, in lower case, to `symbols`. Writes one bit a byte of text,
// least significant first, to `keep`: set if the byte was kept. Stops before the first block of
// kAsciiBlock bytes, counted from the start of `text`, that contains a byte over 0x7F. So `read` is
// a multiple of kAsciiBlock or all of `text`.
//
// `symbols` needs memory for text.size() + kAsciiBlock bytes; bytes after the result are
// overwritten. `keep` needs one word for each started block; bits past the end of `text` are 0.
// O(read).
AsciiRun canonicalize_ascii(std::span<const char> text, std::uint8_t* symbols, std::uint64_t* keep);

// The same, but keeps only consonants, including y; no other letters and no digits.
AsciiRun consonants_of_ascii(std::span<const char> text, std::uint8_t* symbols,
                             std::uint64_t* keep);

// The type of both; the kernel determines which characters count.
using AsciiKernel = decltype(canonicalize_ascii);

// The same without a vector unit: the plain twins.
AsciiRun canonicalize_ascii_plain(std::span<const char> text, std::uint8_t* symbols,
                                  std::uint64_t* keep);
AsciiRun consonants_of_ascii_plain(std::span<const char> text, std::uint8_t* symbols,
                                   std::uint64_t* keep);

}  // namespace whorl::internal::kernels
