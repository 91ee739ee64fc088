#include "repeats/known_blocks.h"

#include <algorithm>
#include <bit>

#include "base/huge_pages.h"

namespace whorl::internal::repeats {
namespace {

constexpr RunAt kFree;

}  // namespace

KnownBlocks::KnownBlocks(std::uint64_t bytes)
    : slots_(base::long_list<RunAt>(
          std::bit_floor(std::max<std::uint64_t>(bytes, 64) / sizeof(RunAt)))),
      left_(slots_.size() / 4 * 3) {}

std::optional<std::uint64_t> KnownBlocks::find_or_add(const RunAt& block) {
  std::size_t slot = slot_of(block);
  for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
    if (slots_[slot].has_hash_of(block)) return slots_[slot].at();
  }
  if (left_ > 0) {
    slots_[slot] = block;
    --left_;
  }
  return std::nullopt;
}

void KnownBlocks::expect(const RunAt& block) const { __builtin_prefetch(&slots_[slot_of(block)]); }

}  // namespace whorl::internal::repeats
