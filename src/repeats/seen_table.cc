#include "repeats/seen_table.h"

#include <algorithm>
#include <bit>

namespace whorl::internal::repeats {

SeenTable::SeenTable(std::uint64_t bytes)
    : mask_(std::bit_floor(std::max<std::uint64_t>(bytes, 64) / sizeof(Word)) - 1),
      words_(new Word[mask_ + 1]()) {}

void SeenTable::add(std::uint64_t hash) {
  Word& word = words_[word_of(hash)];
  const unsigned shift = shift_of(hash);
  const std::uint64_t before = word.fetch_or(kOnce << shift, std::memory_order_relaxed);
  if ((before >> shift & kOnce) != 0) word.fetch_or(kAgain << shift, std::memory_order_relaxed);
}

}  // namespace whorl::internal::repeats
