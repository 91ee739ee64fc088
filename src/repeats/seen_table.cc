#include "repeats/seen_table.h"

#include <algorithm>
#include <atomic>
#include <bit>

#include "base/huge_pages.h"

namespace whorl::internal::repeats {

SeenTable::SeenTable(std::uint64_t bytes)
    : words_(base::long_list<std::uint64_t>(
          std::bit_floor(std::max<std::uint64_t>(bytes, 64) / sizeof(std::uint64_t)))),
      mask_(words_.size() - 1) {}

void SeenTable::add(std::uint64_t hash) {
  const std::atomic_ref word(words_[word_of(hash)]);
  const std::uint64_t bits = once(hash);
  const std::uint64_t before = word.fetch_or(bits, std::memory_order_relaxed);
  if ((before & bits) != 0) word.fetch_or((before & bits) << 1, std::memory_order_relaxed);
}

}  // namespace whorl::internal::repeats
