// Viewable: a document as text a person can look at, and the way back to its bytes.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace whorl {

// Valid UTF-8 with the file's own line ends. Made by decode() (charsets) or by a
// converter (PDF, docx, notebook …). Every position reported later is an offset of `text`.
struct Viewable {
  std::string text;
  std::string charset = "UTF-8";        // what the bytes were read as
  std::uint64_t invalid = 0;            // byte sequences replaced by U+FFFD
  bool converted = false;               // extracted by a converter: no byte-wise way back
  // Way back: (offset in text, offset in the original bytes) where runs of equal
  // step begin, ascending; empty = the same offsets.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> origin_runs;
};

}  // namespace whorl
