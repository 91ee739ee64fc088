#include "fingerprints/kernels/ascii.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "fingerprints/kernels/ascii_vector.h"
#include "fingerprints/kernels/level.h"

namespace whorl::internal::kernels {
namespace {

// The symbol of each byte; 0 if it is dropped.
using SymbolTable = std::array<std::uint8_t, 256>;

// The symbols of each of `kept`, which are lower case or digits, and of its capital.
constexpr SymbolTable table_of(std::string_view kept) {
  SymbolTable table{};
  for (const char c : kept) {
    const auto symbol = static_cast<std::uint8_t>(c);
    table[symbol] = symbol;
    if (c >= 'a') table[symbol - 'a' + 'A'] = symbol;
  }
  return table;
}

constexpr SymbolTable kLettersAndDigits = table_of("0123456789abcdefghijklmnopqrstuvwxyz");
constexpr SymbolTable kConsonants = table_of("bcdfghjklmnpqrstvwxyz");

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

AsciiRun run_plain(const SymbolTable& table, std::span<const char> text, std::uint8_t* symbols,
                   std::uint64_t* keep) {
  AsciiRun run;
  while (run.read < text.size()) {
    const char* block = text.data() + run.read;
    const std::size_t size = std::min(kAsciiBlock, text.size() - run.read);
    if (!is_ascii(block, size)) break;
    std::uint64_t kept_bits = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint8_t symbol = table[static_cast<std::uint8_t>(block[i])];
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

// Whole blocks with one kernel, a shorter last one with the other.
AsciiRun run_both(AsciiKernel* blocks, AsciiKernel* plain, std::span<const char> text,
                  std::uint8_t* symbols, std::uint64_t* keep) {
  if (level() == Level::scalar) return plain(text, symbols, keep);
  const AsciiRun whole = blocks(text, symbols, keep);
  const std::size_t rest = text.size() - whole.read;
  if (rest == 0 || rest >= kAsciiBlock) return whole;
  const AsciiRun last =
      plain(text.last(rest), symbols + whole.kept, keep + whole.read / kAsciiBlock);
  return {whole.read + last.read, whole.kept + last.kept};
}

}  // namespace

AsciiRun canonicalize_ascii_plain(std::span<const char> text, std::uint8_t* symbols,
                                  std::uint64_t* keep) {
  return run_plain(kLettersAndDigits, text, symbols, keep);
}

AsciiRun consonants_of_ascii_plain(std::span<const char> text, std::uint8_t* symbols,
                                   std::uint64_t* keep) {
  return run_plain(kConsonants, text, symbols, keep);
}

AsciiRun canonicalize_ascii(std::span<const char> text, std::uint8_t* symbols,
                            std::uint64_t* keep) {
  return run_both(canonicalize_ascii_blocks, canonicalize_ascii_plain, text, symbols, keep);
}

AsciiRun consonants_of_ascii(std::span<const char> text, std::uint8_t* symbols,
                             std::uint64_t* keep) {
  return run_both(consonants_of_ascii_blocks, consonants_of_ascii_plain, text, symbols, keep);
}

}  // namespace whorl::internal::kernels
