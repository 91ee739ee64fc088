// Packed files of many members, as crawls use them.
#pragma once

#include <memory>
#include <string>

#include "input/archives/byte_stream.h"
#include "input/archives/member_decoder.h"

namespace whorl::internal::input {

// Unpacks `packed`. A damaged member keeps its beginning, followed by a line end, and reading
// continues with the next member. The error at the end gives the number of damaged parts; bytes
// between members that are not zero count as one. A member that is cut off keeps its beginning.
// `name` is for the error.
std::unique_ptr<ByteStream> unpack_members(std::unique_ptr<ByteStream> packed, std::string name,
                                           std::unique_ptr<MemberDecoder> decoder);

}  // namespace whorl::internal::input
