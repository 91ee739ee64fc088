// Packed files, member by member, as crawls are packed.
#pragma once

#include <memory>
#include <string>

#include "input/archives/byte_stream.h"
#include "input/archives/member_decoder.h"

namespace whorl::internal::input {

// Unpacks `packed`. A damaged member keeps its beginning, followed by a line end, and reading
// continues with the next member. The error at the end says how many places are damaged; bytes
// between members that are not zero are one too. A member that is cut off keeps its beginning.
// `name` is for the error.
std::unique_ptr<ByteStream> unpack_members(std::unique_ptr<ByteStream> packed, std::string name,
                                           std::unique_ptr<MemberDecoder> decoder);

}  // namespace whorl::internal::input
