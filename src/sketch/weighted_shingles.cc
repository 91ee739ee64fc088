#include "sketch/weighted_shingles.h"

#include <numeric>

#include "canon/weight.h"
#include "kernels/kgram_hash.h"

namespace whorl::internal::sketch {

std::vector<std::uint64_t> weighted_shingles(std::span<const std::uint32_t> words,
                                             std::span<const std::uint8_t> weights,
                                             std::uint32_t k) {
  const std::uint64_t least = std::uint64_t{k} * canon::kWordWeight;
  std::vector<std::uint64_t> shingles;
  shingles.reserve(words.size());
  std::uint64_t weight = 0;  // of the words from `begin` to `end`
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    while (weight < least && end < words.size()) weight += weights[end++];
    if (weight < least) break;
    shingles.push_back(kernels::fingerprint(words.subspan(begin, end - begin), 0));
    weight -= weights[begin];
  }
  return shingles;
}

double total_weight(std::span<const std::uint8_t> weights) {
  const auto sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  return static_cast<double>(sum) / canon::kWordWeight;
}

}  // namespace whorl::internal::sketch
