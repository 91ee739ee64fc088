#include "kernels/ascii.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "kernels/ascii_vector.h"
#include "kernels/level.h"

namespace whorl::kernels {
namespace {

// The symbol of each byte; 0 where it is dropped.
constexpr std::array<std::uint8_t, 256> kSymbol = [] {
  std::array<std::uint8_t, 256> table{};
  for (int c = '0'; c <= '9'; ++c)
    table[static_cast<std::size_t>(c)] = static_cast<std::uint8_t>(c);
  for (int c = 'a'; c <= 'z'; ++c) {
    table[static_cast<std::size_t>(c)] = static_cast<std::uint8_t>(c);
    table[static_cast<std::size_t>(c - 'a' + 'A')] = static_cast<std::uint8_t>(c);
  }
  return table;
}();

bool is_ascii(const char* bytes, std::size_t size) {
  std::uint64_t seen = 0;
  std::size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes + i, 8);
    seen |= word;
  }
  for (; i < size; ++i) seen |= static_cast<std::uint8_t>(bytes[i]);
  return (seen & 0x8080808080808080u) == 0;
}

}  // namespace

AsciiRun canonicalize_ascii_plain(std::span<const char> text, std::uint8_t* symbols,
                                  std::uint64_t* keep) {
  AsciiRun run;
  while (run.read < text.size()) {
    const char* block = text.data() + run.read;
    const std::size_t size = std::min(kAsciiBlock, text.size() - run.read);
    if (!is_ascii(block, size)) break;
    std::uint64_t kept_bits = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint8_t symbol = kSymbol[static_cast<std::uint8_t>(block[i])];
      const std::uint64_t kept = symbol != 0;
      symbols[run.kept] = symbol;
      run.kept += kept;
      kept_bits |= kept << i;
    }
    *keep++ = kept_bits;
    run.read += size;
  }
  return run;
}

AsciiRun canonicalize_ascii(std::span<const char> text, std::uint8_t* symbols,
                            std::uint64_t* keep) {
  if (level() == Level::scalar) return canonicalize_ascii_plain(text, symbols, keep);
  const AsciiRun whole = canonicalize_ascii_blocks(text, symbols, keep);
  const std::size_t rest = text.size() - whole.read;
  if (rest == 0 || rest >= kAsciiBlock) return whole;
  const AsciiRun last = canonicalize_ascii_plain(text.last(rest), symbols + whole.kept,
                                                 keep + whole.read / kAsciiBlock);
  return {whole.read + last.read, whole.kept + last.kept};
}

}  // namespace whorl::kernels
