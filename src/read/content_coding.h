// Content and transfer codings of HTTP: how the bytes of a body were packed on their way.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "whorl/result.h"

namespace whorl::internal::read {

struct Unpacked {
  std::string bytes;
  bool whole = true;  // false: the packed bytes broke off or were damaged; what came is kept
};

// The body of `Transfer-Encoding: chunked`. Archives often keep bodies that are chunked no
// longer under headers that still say so: what does not begin with a chunk comes as it is.
Unpacked unchunk(std::string_view body);

// Undoes one coding: gzip, x-gzip, deflate (with a zlib header or without), br, zstd, identity.
// A body that does not begin as its coding would is not packed any more and comes as it is.
// Fails for a coding that is not known, or when more than `limit` bytes come out.
Result<Unpacked> unpack_coding(std::string_view coding, std::string_view body, std::uint64_t limit);

}  // namespace whorl::internal::read
