// A document: what a reader hands on and everything after works from.
#pragma once

#include <cstdint>
#include <string>

namespace whorl {

// Bytes as they were found, before any decoding. `name` is the path relative to
// the argument it was found under; members of an archive continue the path
// (`week1.zip/ann/main.c`), so a name is unique within one run and the same on
// every machine. The separator is always '/'.
struct Document {
  std::string name;
  std::string bytes;
  std::int64_t modified =
      0;  // seconds since 1970, UTC: of the file or the archive's entry; 0: none
};

// A half-open range of bytes.
struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

}  // namespace whorl
