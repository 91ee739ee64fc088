// Robust winnowing as a filter of window minima (Schleimer 2003 Definition 3).
//
// Robust winnowing and winnowing differ only if a k-gram occurs again while an equal one is still
// in the window: winnowing moves on to the right, robust winnowing stays. So the robust k-grams are
// the window minima without those that occur while an equal one stays. A stay ends with a smaller
// key, or if the window moves past the selected k-gram; then the last of the equal ones in reach is
// next.
//
// So every window of w k-grams contains a kept k-gram that is its minimum or equals it. The
// guarantee is valid for any collisions of the order keys.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "fingerprints/kernels/bit_positions.h"
#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/kernels/window_minima.h"

namespace whorl::internal::select {

// One bit a k-gram, least significant first.
class BitPositions {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};

  explicit BitPositions(std::span<const std::uint64_t> words) : words_(words) {}

  // The first position ≥ `from` whose bit is set.
  std::size_t next(std::size_t from) const {
    std::size_t word = from / 64;
    if (word >= words_.size()) return kNone;
    std::uint64_t bits = words_[word] & (~std::uint64_t{0} << (from % 64));
    while (bits == 0) {
      if (++word == words_.size()) return kNone;
      bits = words_[word];
    }
    return word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
  }

  bool test(std::size_t i) const { return words_[i / 64] >> (i % 64) & 1; }

 private:
  std::span<const std::uint64_t> words_;
};

// The number of symbols that agree from `a` and from `b` on, at most `limit`. O(limit), eight bytes
// at once.
template <class Symbol>
std::size_t common_length(const Symbol* a, const Symbol* b, std::size_t limit) {
  const auto* left = reinterpret_cast<const unsigned char*>(a);
  const auto* right = reinterpret_cast<const unsigned char*>(b);
  const std::size_t bytes = limit * sizeof(Symbol);
  // Usually they differ at once, or not at all.
  if (bytes < 8 || std::memcmp(left, right, 8) == 0) {
    if (std::memcmp(left, right, bytes) == 0) return limit;
  }
  std::size_t i = 0;
  for (; i + 8 <= bytes; i += 8) {
    std::uint64_t x, y;
    std::memcpy(&x, left + i, 8);
    std::memcpy(&y, right + i, 8);
    if (x == y) continue;
    const std::uint64_t difference = x ^ y;
    return (i + static_cast<std::size_t>(std::countr_zero(difference)) / 8) / sizeof(Symbol);
  }
  while (i < bytes && left[i] == right[i]) ++i;
  return i / sizeof(Symbol);
}

// True if the k-gram at `a` has the greater order key. O(k).
template <class Symbol>
bool greater(std::span<const Symbol> symbols, const kernels::KgramWindows& windows, std::size_t a,
             std::size_t b) {
  return kernels::order_key(symbols.subspan(a, windows.k), windows.seed) >
         kernels::order_key(symbols.subspan(b, windows.k), windows.seed);
}

// The robust k-gram after `current`, given the minima of all windows of the text that contain a
// k-gram after it. For a part of a text, kNone if the rest of the text decides.
template <class Symbol>
std::size_t robust_successor(std::span<const Symbol> symbols, const kernels::KgramWindows& windows,
                             const BitPositions& minima, std::size_t current) {
  const std::size_t k = windows.k, w = windows.w;
  const std::size_t last_kgram = symbols.size() - k;
  const std::size_t reach = current + w;  // the last k-gram of the first window without it
  const std::size_t end = reach < last_kgram ? reach : last_kgram;
  std::size_t equal = current;
  std::size_t next = minima.next(current + 1);
  while (next <= end) {
    const std::size_t step = next - equal;
    const Symbol* text = symbols.data() + equal;
    const std::size_t length = common_length(text, text + step, end - next + k);
    if (length < k) break;
    // The text repeats itself every `step` symbols for some length, and so do the minima.
    equal = next + (length - k) / step * step;
    next = minima.next(equal + 1);
  }
  if (equal == current)
    return next;  // a smaller key, or the first in reach after the window has passed
  if (next <= end && !greater(symbols, windows, next, current)) return next;  // ends the stay
  return reach <= last_kgram ? equal : BitPositions::kNone;
}

// The first bytes of k-grams, at most 8; if they differ, the k-grams differ.
template <class Symbol>
class Heads {
 public:
  Heads(std::span<const Symbol> symbols, std::size_t k)
      : bytes_(std::as_bytes(symbols)),
        mask_(k * sizeof(Symbol) >= 8 ? ~std::uint64_t{0}
                                      : (std::uint64_t{1} << 8 * k * sizeof(Symbol)) - 1) {
    static_assert(std::endian::native == std::endian::little);
  }

  std::uint64_t operator()(std::size_t at) const {
    const auto from = bytes_.subspan(at * sizeof(Symbol));
    std::uint64_t head = 0;
    if (from.size() >= sizeof(head)) {
      std::memcpy(&head, from.data(), sizeof(head));
    } else {
      std::memcpy(&head, from.data(), from.size());
    }
    return head & mask_;
  }

 private:
  std::span<const std::byte> bytes_;
  std::uint64_t mask_;
};

// True if window minima are so frequent that the text must repeat itself, and most are not robust.
inline bool is_dense(std::size_t minima, std::size_t kgrams, std::size_t w) {
  return minima * (w + 1) > 4 * kgrams;
}

// positions = the robust k-grams among the window minima, given as a bit a k-gram. The first one
// counts as robust.
template <class Symbol>
void keep_robust(std::span<const Symbol> symbols, const kernels::KgramWindows& windows,
                 std::span<const std::uint64_t> minima_bits,
                 std::vector<std::uint32_t>& positions) {
  const BitPositions minima(minima_bits);
  const auto successor = [&](std::size_t current) {
    return robust_successor(symbols, windows, minima, current);
  };
  if (is_dense(kernels::count_bits(minima_bits), symbols.size() - windows.k + 1, windows.w)) {
    positions.clear();
    for (std::size_t at = minima.next(0); at != BitPositions::kNone; at = successor(at)) {
      positions.push_back(static_cast<std::uint32_t>(at));
    }
    return;
  }
  // Nearly all are robust: a stay needs an equal k-gram, which has equal first bytes.
  kernels::bit_positions(minima_bits, 0, positions);
  const Heads<Symbol> heads(symbols, windows.k);
  std::size_t kept = 0, i = 0;
  while (i < positions.size()) {
    const std::size_t current = positions[i];
    positions[kept++] = positions[i];
    if (++i < positions.size() && heads(current) != heads(positions[i])) continue;
    const std::size_t next = successor(current);
    while (i < positions.size() && positions[i] < next) ++i;
  }
  positions.resize(kept);
}

}  // namespace whorl::internal::select
