#include "repeats/known_blocks.h"

#include <algorithm>
#include <bit>

#include "base/huge_pages.h"

namespace whorl::internal::repeats {
namespace {

constexpr RunAt kFree;

}  // namespace

KnownBlocks::KnownBlocks(std::uint64_t bytes)
    : young_(base::long_list<RunAt>(
          std::bit_floor(std::max<std::uint64_t>(bytes, 128) / 2 / sizeof(RunAt)))),
      old_(base::long_list<RunAt>(young_.size())),
      left_(room()) {}

std::optional<std::uint64_t> KnownBlocks::find_or_add(const RunAt& block) {
  RunAt& young = slot_of(young_, block);
  if (young != kFree) return young.at();
  const RunAt known = slot_of(old_, block);
  young = known == kFree ? block : known;
  if (--left_ == 0) {
    young_.swap(old_);
    std::ranges::fill(young_, kFree);
    left_ = room();
  }
  return known == kFree ? std::nullopt : std::optional(known.at());
}

RunAt& KnownBlocks::slot_of(Table& table, const RunAt& block) {
  std::size_t slot = begin_of(table, block);
  while (table[slot] != kFree && !table[slot].has_hash_of(block)) {
    slot = (slot + 1) & (table.size() - 1);
  }
  return table[slot];
}

void KnownBlocks::expect(const RunAt& block) const {
  __builtin_prefetch(&young_[begin_of(young_, block)]);
  __builtin_prefetch(&old_[begin_of(old_, block)]);
}

}  // namespace whorl::internal::repeats
