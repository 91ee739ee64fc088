// A document: the output of the readers and the input of all later steps.
#pragma once

#include <cstdint>
#include <string>

namespace whorl {

// `bytes` are the bytes of the file before any decoding. `name` is the path relative to the
// argument under which it was found. The member of an archive adds its own path:
// `week1.zip/ann/main.c`. So a name is unique within one run and the same on every machine. The
// separator is always '/'.
struct Document {
  std::string name;
  std::string bytes;
  // When the file or the entry of the archive was last modified: seconds since 1970, UTC; 0: not
  // known.
  std::int64_t modified = 0;
};

// A half-open range of bytes.
struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

}  // namespace whorl
