#include "input/room.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>

namespace whorl::internal::input {
namespace {

constexpr std::uint64_t kChild = 256ull << 20;  // enough for nearly all that is converted
constexpr std::uint64_t kUnpacked = 16;         // bytes of text to a byte of an office file
constexpr std::uint64_t kDecoded = 3;           // … to a byte of a charset
constexpr std::uint64_t kSmall = 64 << 10;

bool ends_with_any(std::string_view name, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

}  // namespace

std::string human_bytes(std::uint64_t bytes) {
  constexpr const char* kUnits[] = {" bytes", " KiB", " MiB", " GiB", " TiB"};
  std::size_t unit = 0;
  while (unit + 1 < std::size(kUnits) && bytes >= 1024 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++unit;
  }
  return std::to_string(bytes) + kUnits[unit];
}

Room Room::expected(std::string_view name, std::uint64_t bytes) {
  const bool child = ends_with_any(name, {"pdf", "ps", "eps", "PDF", "PS", "postscript"});
  const bool office = ends_with_any(name, {"docx", "odt", "DOCX", "ODT", "document"});
  return {bytes * (child || office ? kUnpacked : kDecoded) + kSmall, child ? kChild : 0};
}

std::uint64_t folded_bytes(std::string_view text) {
  constexpr std::string_view kLongest = "\uFDFA";
  constexpr std::uint64_t kLetters = 18, kBytesALetter = 4;
  std::uint64_t bytes = text.size();
  if (bytes <= kSmall) return bytes;
  for (std::size_t at = text.find(kLongest); at != text.npos; at = text.find(kLongest, at + 1)) {
    bytes += kLetters * kBytesALetter;
  }
  return bytes;
}

tl::unexpected<Error> too_large_to_hold(std::uint64_t bytes, const Room& room) {
  const std::uint64_t share = bytes * kHeldPerByte;
  const std::uint64_t mebibytes = ((share / 3 * 4) >> 20) + 1;
  return fail(ErrorCode::limit_exceeded,
              "is too large for the memory limit: " + human_bytes(bytes) + " of at most " +
                  human_bytes(room.text) + "; give --memory " + std::to_string(mebibytes) + "M");
}

tl::unexpected<Error> too_large_to_hold(const Room& room) {
  return fail(ErrorCode::limit_exceeded,
              "is too large for the memory limit: it expands to more than " +
                  human_bytes(room.text) + "; give more --memory");
}

tl::unexpected<Error> too_much_to_hold(std::uint64_t limit) {
  return fail(ErrorCode::limit_exceeded, "the files together need more than " + human_bytes(limit) +
                                             "; give more --memory, or fewer files");
}

}  // namespace whorl::internal::input
