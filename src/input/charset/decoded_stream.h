// Converts a stream of any length in another encoding to UTF-8.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "input/archives/byte_stream.h"
#include "whorl/result.h"

namespace whorl::internal::input {

inline constexpr std::string_view kUtf8 = "UTF-8";

// The encoding of a stream that begins with `head`, which may be all of it: kUtf8 or a name that
// ICU knows. Fails with a sentence if the bytes are binary, or in no encoding that is recognized.
Result<std::string> encoding_of(std::string_view head);

// Called once, at the end, with the number of byte sequences that became U+FFFD.
using TakeReplaced = std::function<void(std::uint64_t replaced)>;

// Decodes `stream` from an encoding that encoding_of() returned. A byte order mark becomes that of
// UTF-8. Memory is two blocks.
std::unique_ptr<ByteStream> decode_stream(std::unique_ptr<ByteStream> stream,
                                          const std::string& encoding, TakeReplaced at_end);

}  // namespace whorl::internal::input
