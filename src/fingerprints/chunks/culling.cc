#include "fingerprints/chunks/culling.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace whorl::internal::chunks {
namespace {

// Lengths are compared without rounding, so that every machine keeps the same chunks. A text has
// fewer than 2^31 tokens; so n · L is under 2^60 and the products below fit.
__extension__ using Wide = unsigned __int128;

// Twice the median: the sum of the two lengths in the middle, which are the same one if n is odd.
std::uint64_t twice_the_median(std::span<const Chunk> chunks) {
  std::vector<std::uint32_t> lengths;
  for (const Chunk& chunk : chunks) lengths.push_back(chunk.symbols);
  std::ranges::sort(lengths);
  return std::uint64_t{lengths[(lengths.size() - 1) / 2]} + lengths[lengths.size() / 2];
}

// n² s²: the variance of the lengths, times the square of their number.
Wide scaled_variance(std::span<const Chunk> chunks) {
  Wide sum = 0, squares = 0;
  for (const Chunk& chunk : chunks) {
    sum += chunk.symbols;
    squares += Wide{chunk.symbols} * chunk.symbols;
  }
  return chunks.size() * squares - sum * sum;
}

// 2 |L - m|
std::uint64_t distance(const Chunk& chunk, std::uint64_t twice_median) {
  const std::uint64_t length = 2 * std::uint64_t{chunk.symbols};
  return length < twice_median ? twice_median - length : length - twice_median;
}

std::vector<std::uint32_t> numbers_up_to(std::size_t n) {
  std::vector<std::uint32_t> all(n);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

// The condition |L - m| ≤ b s with b = tenths / 10, which means 25 (n · 2|L - m|)² ≤ tenths² n² s².
std::vector<std::uint32_t> by_variance(std::span<const Chunk> chunks) {
  const std::size_t n = chunks.size();
  if (n == 0) return {};
  const std::uint64_t twice_median = twice_the_median(chunks);
  const Wide variance = scaled_variance(chunks);
  for (Wide tenths = 1;; ++tenths) {
    std::vector<std::uint32_t> kept = numbers_up_to(n);
    std::erase_if(kept, [&](std::uint32_t i) {
      const Wide scaled = Wide{n} * distance(chunks[i], twice_median);
      return 25 * scaled * scaled > tenths * tenths * variance;
    });
    if (kept.size() * kept.size() >= n) return kept;
  }
}

std::size_t ceiling_of_root(std::size_t n) {
  std::size_t root = 0;
  while (root * root < n) ++root;
  return root;
}

std::vector<std::uint32_t> by_root(std::span<const Chunk> chunks) {
  if (chunks.empty()) return {};
  const std::uint64_t twice_median = twice_the_median(chunks);
  std::vector<std::uint32_t> kept = numbers_up_to(chunks.size());
  std::ranges::sort(kept, {}, [&](std::uint32_t i) {
    return std::tuple(distance(chunks[i], twice_median), chunks[i].digest, i);
  });
  kept.resize(ceiling_of_root(chunks.size()));
  std::ranges::sort(kept);
  return kept;
}

std::vector<std::uint32_t> all_of(std::span<const Chunk> chunks) {
  return numbers_up_to(chunks.size());
}

constexpr Culling kCullings[] = {
    {.name = "variance",
     .keeps = "the chunks within b s of the median length, b growing by .1 from .1 on until at "
              "least √n are kept",
     .source = "Finkel 2002 §2.2",
     .kept = by_variance},
    {.name = "sqrt",
     .keeps = "the ⌈√n⌉ chunks whose lengths are closest to the median",
     .source = "Finkel 2002 §2.2",
     .kept = by_root},
    {.name = "none",
     .keeps = "every chunk",
     .source = "Shivakumar and Garcia-Molina 1996",
     .kept = all_of},
};

}  // namespace

std::span<const Culling> cullings() { return kCullings; }

const Culling* find_culling(std::string_view name) {
  const auto row = std::ranges::find(cullings(), name, &Culling::name);
  return row == cullings().end() ? nullptr : &*row;
}

}  // namespace whorl::internal::chunks
