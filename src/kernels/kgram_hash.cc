#include "kernels/kgram_hash.h"

#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl::kernels {
namespace {

void append_utf8(char32_t c, std::vector<std::uint8_t>& out) {
  if (c < 0x80) {
    out.push_back(static_cast<std::uint8_t>(c));
    return;
  }
  const int continuation = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  static constexpr std::uint8_t kLead[] = {0, 0xC0, 0xE0, 0xF0};
  out.push_back(static_cast<std::uint8_t>(kLead[continuation] | (c >> (6 * continuation))));
  for (int i = continuation - 1; i >= 0; --i) {
    out.push_back(static_cast<std::uint8_t>(0x80 | ((c >> (6 * i)) & 0x3F)));
  }
}

}  // namespace

std::uint64_t fingerprint(std::span<const std::uint8_t> kgram, std::uint64_t seed) {
  return XXH3_64bits_withSeed(kgram.data(), kgram.size(), seed);
}

std::uint64_t fingerprint(std::span<const char32_t> kgram, std::uint64_t seed) {
  thread_local std::vector<std::uint8_t> spelled;
  spelled.clear();
  for (char32_t c : kgram) append_utf8(c, spelled);
  return XXH3_64bits_withSeed(spelled.data(), spelled.size(), seed);
}

std::uint64_t fingerprint(std::span<const std::uint32_t> kgram, std::uint64_t seed) {
  static_assert(std::endian::native == std::endian::little);
  return XXH3_64bits_withSeed(kgram.data(), kgram.size_bytes(), seed);
}

template <class Symbol>
void fingerprints(std::span<const Symbol> symbols, std::size_t k, std::uint64_t seed,
                  std::span<const std::uint32_t> positions, std::uint64_t* out) {
  for (const std::uint32_t position : positions) {
    *out++ = fingerprint(symbols.subspan(position, k), seed);
  }
}

template void fingerprints(std::span<const std::uint8_t>, std::size_t, std::uint64_t,
                           std::span<const std::uint32_t>, std::uint64_t*);
template void fingerprints(std::span<const char32_t>, std::size_t, std::uint64_t,
                           std::span<const std::uint32_t>, std::uint64_t*);
template void fingerprints(std::span<const std::uint32_t>, std::size_t, std::uint64_t,
                           std::span<const std::uint32_t>, std::uint64_t*);

}  // namespace whorl::kernels
