// Viewable: a document as readable text, and the mapping to its bytes.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace whorl::internal::input {

// Pairs (offset in the text, offset in the original bytes), both ascending; the last one is at both
// ends. Between two pairs the mapping is linear: UTF-16 of ASCII text is one run of step 2.
using OriginRuns = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// Valid UTF-8 without BOM, with the file's own line ends. Made by decode() (charsets) or by a
// converter (PDF, docx, notebook …). Every position reported later is an offset of `text`.
struct Viewable {
  std::string text;
  std::string charset = "UTF-8";  // the charset of the bytes
  std::uint64_t invalid = 0;      // byte sequences replaced by U+FFFD
  bool converted = false;         // extracted by a converter: no mapping to the original bytes
  std::string language;    // the text's language if a converter knows it ("python"); empty: not
                           // known; with `converted`, prose
  OriginRuns origin_runs;  // the mapping to the original; empty: the same offsets
};

// The offset in the original bytes for an offset of the text. O(log runs).
std::uint64_t original_offset(const OriginRuns& runs, std::uint64_t offset);

}  // namespace whorl::internal::input
