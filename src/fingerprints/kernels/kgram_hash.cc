#include "fingerprints/kernels/kgram_hash.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/per_thread.h"

namespace whorl::internal::kernels {
namespace {

// XXH3-64 of many inputs of one length, 17 to 128 bytes. The parts that depend only on length and
// seed are computed once. The same values as XXH3_64bits_withSeed().

constexpr std::size_t kMidLengthLeast = 17;
constexpr std::size_t kMidLengthMost = 128;

// kPairs = ceil(bytes / 32): a pair is 16 bytes from the front and 16 from the back.
template <std::size_t kPairs>
class MidLengthHash {
 public:
  // `secret` is the 192 bytes of the default secret.
  MidLengthHash(std::size_t bytes, std::uint64_t seed, const std::uint8_t* secret) : bytes_(bytes) {
    for (std::size_t i = 0; i < 2 * kPairs; ++i) {
      low_[i] = word(secret + 16 * i) + seed;
      high_[i] = word(secret + 16 * i + 8) - seed;
    }
  }

  std::uint64_t operator()(const std::uint8_t* input) const {
    std::uint64_t sum = bytes_ * 0x9E3779B185EBCA87u;
    for (std::size_t i = 0; i < kPairs; ++i) {
      sum += mixed(input + 16 * i, 2 * i);
      sum += mixed(input + bytes_ - 16 * (i + 1), 2 * i + 1);
    }
    sum = (sum ^ sum >> 37) * 0x165667919E3779F9u;
    return sum ^ sum >> 32;
  }

 private:
  static std::uint64_t word(const std::uint8_t* at) {
    std::uint64_t value;
    std::memcpy(&value, at, sizeof(value));
    return value;
  }

  std::uint64_t mixed(const std::uint8_t* at, std::size_t i) const {
    __extension__ using Product = unsigned __int128;
    const Product product = Product{word(at) ^ low_[i]} * (word(at + 8) ^ high_[i]);
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  std::size_t bytes_;
  std::array<std::uint64_t, 2 * kPairs> low_, high_;
};

std::uint8_t* put_utf8(char32_t c, std::uint8_t* to) {
  if (c < 0x80) {
    *to++ = static_cast<std::uint8_t>(c);
    return to;
  }
  const int continuation = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  static constexpr std::uint8_t kLead[] = {0, 0xC0, 0xE0, 0xF0};
  *to++ = static_cast<std::uint8_t>(kLead[continuation] | (c >> (6 * continuation)));
  for (int i = continuation - 1; i >= 0; --i) {
    *to++ = static_cast<std::uint8_t>(0x80 | ((c >> (6 * i)) & 0x3F));
  }
  return to;
}

// Writes the lowest byte of each character; returns the OR of all characters. Compilers vectorise
// this loop.
char32_t narrow(std::span<const char32_t> text, std::uint8_t* to) {
  char32_t all = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    all |= text[i];
    to[i] = static_cast<std::uint8_t>(text[i]);
  }
  return all;
}

}  // namespace

std::uint64_t fingerprint(std::span<const std::uint8_t> kgram, std::uint64_t seed) {
  return XXH3_64bits_withSeed(kgram.data(), kgram.size(), seed);
}

std::uint64_t fingerprint(std::span<const char32_t> kgram, std::uint64_t seed) {
  static base::PerThread<std::vector<std::uint8_t>> memory;
  std::vector<std::uint8_t>& spelled = memory.mine();
  if (spelled.size() < 4 * kgram.size()) spelled.resize(4 * kgram.size());
  std::uint8_t* end = spelled.data();
  if (narrow(kgram, end) < 0x80) {
    end += kgram.size();
  } else {
    for (char32_t c : kgram) end = put_utf8(c, end);
  }
  return XXH3_64bits_withSeed(spelled.data(), static_cast<std::size_t>(end - spelled.data()), seed);
}

std::uint64_t fingerprint(std::span<const std::uint32_t> kgram, std::uint64_t seed) {
  static_assert(std::endian::native == std::endian::little);
  return XXH3_64bits_withSeed(kgram.data(), kgram.size_bytes(), seed);
}

namespace {

template <std::size_t kPairs, class Symbol, class Positions>
void mid_length_fingerprints(std::span<const Symbol> symbols, std::size_t k, std::uint64_t seed,
                             Positions positions, std::uint64_t* out) {
  const MidLengthHash<kPairs> hash(k * sizeof(Symbol), seed, XXH3_kSecret);
  for (const std::size_t position : positions) {
    *out++ = hash(reinterpret_cast<const std::uint8_t*>(symbols.data() + position));
  }
}

// Characters are hashed as UTF-8. K-grams of ASCII, the most frequent ones, have k bytes in it.
template <std::size_t kPairs, class Positions>
void mid_length_fingerprints(std::span<const char32_t> symbols, std::size_t k, std::uint64_t seed,
                             Positions positions, std::uint64_t* out) {
  const MidLengthHash<kPairs> hash(k, seed, XXH3_kSecret);
  std::array<std::uint8_t, kMidLengthMost> ascii;
  for (const std::size_t position : positions) {
    const auto kgram = symbols.subspan(position, k);
    const char32_t all = narrow(kgram, ascii.data());
    *out++ = all < 0x80 ? hash(ascii.data()) : fingerprint(kgram, seed);
  }
}

// If the compiler knows the length, XXH3 of so short inputs is a few instructions.
template <std::size_t kBytes, class Symbol, class Positions>
void short_fingerprints(std::span<const Symbol> symbols, std::uint64_t seed, Positions positions,
                        std::uint64_t* out) {
  for (const std::size_t position : positions) {
    *out++ = XXH3_64bits_withSeed(symbols.data() + position, kBytes, seed);
  }
}

template <class Symbol, class Positions, std::size_t... kLess>
auto short_fingerprints_of(std::size_t k, std::index_sequence<kLess...>) {
  static constexpr auto kByLength =
      std::array{&short_fingerprints<(kLess + 1) * sizeof(Symbol), Symbol, Positions>...};
  return kByLength[k - 1];
}

// Hashes k-grams whose symbols are hashed unchanged and that have few bytes. Returns false for
// others.
template <class Symbol, class Positions>
bool take_short(std::span<const Symbol> symbols, std::size_t k, std::uint64_t seed,
                Positions positions, std::uint64_t* out) {
  constexpr std::size_t kMost = (kMidLengthLeast - 1) / sizeof(Symbol);
  if (std::is_same_v<Symbol, char32_t> || k > kMost) return false;
  short_fingerprints_of<Symbol, Positions>(k, std::make_index_sequence<kMost>())(symbols, seed,
                                                                                 positions, out);
  return true;
}

// The same for k-grams of middle length.
template <class Symbol, class Positions>
bool take_mid_length(std::span<const Symbol> symbols, std::size_t k, std::uint64_t seed,
                     Positions positions, std::uint64_t* out) {
  const std::size_t bytes = std::is_same_v<Symbol, char32_t> ? k : k * sizeof(Symbol);
  if (bytes < kMidLengthLeast || bytes > kMidLengthMost) return false;
  switch ((bytes + 31) / 32) {
    case 1:
      mid_length_fingerprints<1>(symbols, k, seed, positions, out);
      return true;
    case 2:
      mid_length_fingerprints<2>(symbols, k, seed, positions, out);
      return true;
    case 3:
      mid_length_fingerprints<3>(symbols, k, seed, positions, out);
      return true;
    default:
      mid_length_fingerprints<4>(symbols, k, seed, positions, out);
      return true;
  }
}

template <class Symbol, class Positions>
void take(std::span<const Symbol> symbols, std::size_t k, std::uint64_t seed, Positions positions,
          std::uint64_t* out) {
  if (take_short(symbols, k, seed, positions, out)) return;
  if (take_mid_length(symbols, k, seed, positions, out)) return;
  for (const std::size_t position : positions) {
    *out++ = fingerprint(symbols.subspan(position, k), seed);
  }
}

template <class Symbol>
void take_all(std::span<const Symbol> symbols, std::size_t k, std::uint64_t seed,
              std::uint64_t* out) {
  take(symbols, k, seed, std::views::iota(std::size_t{0}, symbols.size() - k + 1), out);
}

// The UTF-8 of a text, and the offset of each character in it.
struct Spelling {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint32_t> begins;  // and the end
};

// Returns true if the text is ASCII; then `begins` is not set.
bool spell(std::span<const char32_t> text, Spelling& out) {
  if (out.bytes.size() < 4 * text.size()) out.bytes.resize(4 * text.size());
  if (narrow(text, out.bytes.data()) < 0x80) return true;
  if (out.begins.size() <= text.size()) out.begins.resize(text.size() + 1);
  std::uint8_t* end = out.bytes.data();
  for (std::size_t i = 0; i < text.size(); ++i) {
    out.begins[i] = static_cast<std::uint32_t>(end - out.bytes.data());
    end = put_utf8(text[i], end);
  }
  out.begins[text.size()] = static_cast<std::uint32_t>(end - out.bytes.data());
  return false;
}

constexpr std::size_t kSpelledAtOnce = 4096;  // k-grams whose UTF-8 stays in the cache

void take_all(std::span<const char32_t> symbols, std::size_t k, std::uint64_t seed,
              std::uint64_t* out) {
  static base::PerThread<Spelling> memory;
  Spelling& spelling = memory.mine();
  const std::size_t kgrams = symbols.size() - k + 1;
  for (std::size_t at = 0; at < kgrams; at += kSpelledAtOnce) {
    const std::size_t count = std::min(kSpelledAtOnce, kgrams - at);
    const bool ascii = spell(symbols.subspan(at, count + k - 1), spelling);
    const std::span<const std::uint8_t> bytes(spelling.bytes);
    if (ascii) {
      take_all(bytes.first(count + k - 1), k, seed, out + at);
      continue;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t begin = spelling.begins[i], end = spelling.begins[i + k];
      out[at + i] = fingerprint(bytes.subspan(begin, end - begin), seed);
    }
  }
}

}  // namespace

template <class Symbol>
void fingerprints(std::span<const Symbol> symbols, std::size_t k, std::uint64_t seed,
                  std::span<const std::uint32_t> positions, std::uint64_t* out) {
  take(symbols, k, seed, positions, out);
}

template <class Symbol>
void all_fingerprints(std::span<const Symbol> symbols, std::size_t k, std::uint64_t seed,
                      std::uint64_t* out) {
  if (symbols.size() >= k) take_all(symbols, k, seed, out);
}

template void fingerprints(std::span<const std::uint8_t>, std::size_t, std::uint64_t,
                           std::span<const std::uint32_t>, std::uint64_t*);
template void fingerprints(std::span<const char32_t>, std::size_t, std::uint64_t,
                           std::span<const std::uint32_t>, std::uint64_t*);
template void fingerprints(std::span<const std::uint32_t>, std::size_t, std::uint64_t,
                           std::span<const std::uint32_t>, std::uint64_t*);

template void all_fingerprints(std::span<const std::uint8_t>, std::size_t, std::uint64_t,
                               std::uint64_t*);
template void all_fingerprints(std::span<const char32_t>, std::size_t, std::uint64_t,
                               std::uint64_t*);
template void all_fingerprints(std::span<const std::uint32_t>, std::size_t, std::uint64_t,
                               std::uint64_t*);

}  // namespace whorl::internal::kernels
