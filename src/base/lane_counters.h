// Lane counters: 64 counters stored bit by bit. Plane p contains bit p of each counter, so that one
// step on words counts for 64 submissions at once (bit-slicing). Wide words count for more.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace whorl::internal::base {

// A word of 64 · kWords lanes. Lane 64 i + j is bit j of word i.
template <std::size_t kCount>
struct WideWord {
  static constexpr std::size_t kWords = kCount;
  std::array<std::uint64_t, kWords> words{};

  friend bool operator==(const WideWord&, const WideWord&) = default;
  friend WideWord operator^(WideWord x, const WideWord& y) {
    for (std::size_t i = 0; i < kWords; ++i) x.words[i] ^= y.words[i];
    return x;
  }
  friend WideWord operator&(WideWord x, const WideWord& y) {
    for (std::size_t i = 0; i < kWords; ++i) x.words[i] &= y.words[i];
    return x;
  }
  friend WideWord operator|(WideWord x, const WideWord& y) {
    for (std::size_t i = 0; i < kWords; ++i) x.words[i] |= y.words[i];
    return x;
  }
};

// A number below 2^kWidth for each counter.
template <std::size_t kWidth, class Word = std::uint64_t>
using LaneNumbers = std::array<Word, kWidth>;

// Puts `number` into the lanes that are set in `lanes`; they must be 0.
template <class Word, std::size_t kWidth>
void set_lanes(std::array<Word, kWidth>& numbers, std::uint32_t number, const Word& lanes) {
  for (std::size_t p = 0; p < kWidth; ++p) {
    if (number >> p & 1) numbers[p] = numbers[p] | lanes;
  }
}

// Adds to each counter its number. The counters must have enough planes for the sums. Planes of the
// numbers beyond those of the counters must be 0. O(kWidth + planes that a carry passes).
template <class Word, std::size_t kWidth>
void add_lanes(std::span<Word> planes, const std::array<Word, kWidth>& numbers) {
  Word carry{};
  const std::size_t common = std::min(kWidth, planes.size());
  for (std::size_t p = 0; p < common; ++p) {
    const Word x = planes[p], y = numbers[p];
    planes[p] = x ^ y ^ carry;
    carry = (x & y) | (carry & (x ^ y));
  }
  for (std::size_t p = common; carry != Word{}; ++p) {
    const Word x = planes[p];
    planes[p] = x ^ carry;
    carry = carry & x;
  }
}

// Adds plane p to 64 counters; a larger counter becomes 2^32 - 1.
inline void add_plane(std::array<std::uint32_t, 64>& counters, std::size_t p, std::uint64_t plane) {
  const std::uint32_t value = p < 32 ? std::uint32_t{1} << p : ~std::uint32_t{0};
  for (unsigned lane = 0; lane < 64; ++lane) counters[lane] |= plane >> lane & 1 ? value : 0;
}

// The counters one by one; 2^32 - 1 if one is larger.
inline std::array<std::uint32_t, 64> read_lanes(std::span<const std::uint64_t> planes) {
  std::array<std::uint32_t, 64> counters{};
  for (std::size_t p = 0; p < planes.size(); ++p) add_plane(counters, p, planes[p]);
  return counters;
}

// The same of one word of wide planes.
template <std::size_t kWords>
std::array<std::uint32_t, 64> read_lanes(std::span<const WideWord<kWords>> planes,
                                         std::size_t word) {
  std::array<std::uint32_t, 64> counters{};
  for (std::size_t p = 0; p < planes.size(); ++p) add_plane(counters, p, planes[p].words[word]);
  return counters;
}

// One of the counters; below 2^32.
template <std::size_t kWords>
std::uint32_t read_lane(std::span<const WideWord<kWords>> planes, unsigned lane) {
  std::uint64_t value = 0;
  for (std::size_t p = 0; p < planes.size(); ++p) {
    value |= (planes[p].words[lane / 64] >> lane % 64 & 1) << p;
  }
  return static_cast<std::uint32_t>(value);
}

}  // namespace whorl::internal::base
