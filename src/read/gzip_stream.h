// gzip, member by member, as crawls are packed.
#pragma once

#include <memory>
#include <string>

#include "read/byte_stream.h"

namespace whorl::internal::read {

bool is_gzip(std::string_view head);

// Unpacks `packed`. Where a member is damaged its beginning is kept, a line end is put in, and
// reading goes on with the next member; the error at the end says in how many places that was.
// A member that is cut off keeps its beginning too. `name` is for the error.
std::unique_ptr<ByteStream> unpack_gzip(std::unique_ptr<ByteStream> packed, std::string name);

}  // namespace whorl::internal::read
