// Room: the size limits of a document while it is unpacked and converted to text.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "whorl/result.h"

namespace whorl::internal::input {

// Amounts of bytes in words.

// "2 GiB", "512 bytes".
std::string human_bytes(std::uint64_t bytes);

// The most memory for a byte of text, from unpacking to symbols and shingles: trees of XML, offsets
// of rewritten characters, and lists while they are sorted.
inline constexpr std::uint64_t kHeldPerByte = 24;

// A document that needs more fails with ErrorCode::limit_exceeded.
struct Room {
  std::uint64_t text = std::numeric_limits<std::uint64_t>::max();  // bytes, unpacked or converted
  std::uint64_t child = 2ull << 30;  // memory limit of a converter's process; 0: none may run

  // The limits for `share` bytes of memory.
  static Room within(std::uint64_t share) { return {share / kHeldPerByte, share / 2}; }
  // Limits that suffice for most documents of this name or content type and size.
  static Room expected(std::string_view name, std::uint64_t bytes);

  // Memory needed for a document that reaches the limits.
  std::uint64_t held() const { return text * kHeldPerByte + child; }
};

// The size of a text, with each letter counted as its case-folded form: a ligature may become
// eighteen letters.
std::uint64_t folded_bytes(std::string_view text);

// The reason for Skipped if a document of `bytes` exceeds `room`, and what to do.
tl::unexpected<Error> too_large_to_hold(std::uint64_t bytes, const Room& room);
// The same if the exact size is unknown.
tl::unexpected<Error> too_large_to_hold(const Room& room);

// Why a run ends whose documents together are larger than `limit` bytes.
tl::unexpected<Error> too_much_to_hold(std::uint64_t limit);

}  // namespace whorl::internal::input
