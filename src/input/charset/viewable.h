// Viewable: a document as text a person can look at, and the way back to its bytes.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace whorl::internal::input {

// Pairs (offset in the text, offset in the original bytes), both ascending, the last one at both
// ends. Between two pairs the way back is linear: UTF-16 of ASCII text is one run of step 2.
using OriginRuns = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// Valid UTF-8 without BOM, with the file's own line ends. Made by decode() (charsets) or by a
// converter (PDF, docx, notebook …). Every position reported later is an offset of `text`.
struct Viewable {
  std::string text;
  std::string charset = "UTF-8";  // what the bytes were read as
  std::uint64_t invalid = 0;      // byte sequences replaced by U+FFFD
  bool converted = false;         // extracted by a converter: no byte-wise way back
  std::string language;           // what a converter knows the text to be written in ("python");
                                  // empty: not known; with `converted`, prose
  OriginRuns origin_runs;         // the way back; empty: the same offsets
};

// The offset in the original bytes of an offset of the text. O(log runs).
std::uint64_t original_offset(const OriginRuns& runs, std::uint64_t offset);

}  // namespace whorl::internal::input
