// The rarest of a document's shingles, by the number of documents that contain each.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace whorl::internal::join {

// The plain twin of keep_rarest().
inline void keep_least(std::vector<std::uint64_t>& words, std::size_t count) {
  if (count >= words.size()) return;
  std::ranges::nth_element(words, words.begin() + static_cast<std::ptrdiff_t>(count));
  words.resize(count);
}

// Keeps the `count` least words, in any order. The high half of a word is the number of documents
// that contain a shingle, and the low half is its position; words are in the order of positions.
// O(n): most numbers are small, so they are counted instead of compared.
inline void keep_rarest(std::vector<std::uint64_t>& words, std::size_t count) {
  if (count >= words.size()) return;
  constexpr std::uint64_t kMore = 255;  // means this and every larger count
  const auto documents = [&](std::uint64_t word) { return std::min(word >> 32, kMore); };
  std::array<std::size_t, kMore + 1> sizes{};  // words of each count
  for (const std::uint64_t word : words) ++sizes[documents(word)];
  std::uint64_t last = 0;  // the count of which only some words may be kept
  std::size_t before = 0;  // words of smaller counts
  while (before + sizes[last] < count) before += sizes[last++];
  if (last == kMore) return keep_least(words, count);
  std::size_t of_last = count - before, kept = 0;
  for (const std::uint64_t word : words) {
    const bool is_last = documents(word) == last && of_last > 0;
    of_last -= is_last;
    words[kept] = word;
    kept += documents(word) < last || is_last;
  }
  words.resize(count);
}

}  // namespace whorl::internal::join
