#include "sketch/weighted_shingles.h"

#include <numeric>

#include "canon/weight.h"
#include "canon/word_weights.h"
#include "kernels/kgram_hash.h"

namespace whorl::internal::sketch {

std::vector<std::uint64_t> weighted_shingles(std::span<const std::uint32_t> words,
                                             std::uint32_t k) {
  const std::uint64_t least = std::uint64_t{k} * canon::kWordWeight;
  std::vector<std::uint64_t> shingles;
  std::uint64_t weight = 0;  // of the words from `begin` to `end`
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    while (weight < least && end < words.size()) weight += canon::weight_of_word(words[end++]);
    if (weight < least) break;
    shingles.push_back(kernels::fingerprint(words.subspan(begin, end - begin), 0));
    weight -= canon::weight_of_word(words[begin]);
  }
  return shingles;
}

double words_by_weight(std::span<const std::uint32_t> words) {
  const auto add = [](std::uint64_t sum, std::uint32_t word) {
    return sum + canon::weight_of_word(word);
  };
  const auto sum = std::accumulate(words.begin(), words.end(), std::uint64_t{0}, add);
  return static_cast<double>(sum) / canon::kWordWeight;
}

}  // namespace whorl::internal::sketch
