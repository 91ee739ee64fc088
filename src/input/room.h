// Room: how large a document may become on its way from packed bytes to text.
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

// What a byte of text takes at the most, from what it was unpacked from to its symbols and
// shingles: trees of XML, offsets of rewritten characters, and lists while they are sorted.
inline constexpr std::uint64_t kHeldPerByte = 24;

// A document that needs more than its room fails with ErrorCode::limit_exceeded.
struct Room {
  std::uint64_t text = std::numeric_limits<std::uint64_t>::max();  // bytes, unpacked or converted
  std::uint64_t child = 2ull << 30;  // that a converter's process may take; 0: none may run

  // All that fits in `share` bytes of memory.
  static Room within(std::uint64_t share) { return {share / kHeldPerByte, share / 2}; }
  // What most documents of this name, or of this content type, and of so many bytes keep to.
  static Room expected(std::string_view name, std::uint64_t bytes);

  // What it takes to work on a document that fills it.
  std::uint64_t held() const { return text * kHeldPerByte + child; }
};

// The bytes of a text, counted as what its letters fold to: a ligature may be eighteen letters.
std::uint64_t folded_bytes(std::string_view text);

// The reason for Skipped of a document of `bytes` that are more than `room`, and what to do.
tl::unexpected<Error> too_large_to_hold(std::uint64_t bytes, const Room& room);
// The same where only so much is known that it is more.
tl::unexpected<Error> too_large_to_hold(const Room& room);

// Why a run ends whose documents together are more than the `most` bytes that it may hold.
tl::unexpected<Error> too_much_to_hold(std::uint64_t limit);

}  // namespace whorl::internal::input
