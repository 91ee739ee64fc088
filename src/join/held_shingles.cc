#include "join/held_shingles.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "base/huge_pages.h"
#include "base/radix_sort.h"

namespace whorl::internal::join {
namespace {

constexpr std::size_t kPart =
    1 << 20;  // shingles that are sorted at a time, as many as a cache has

struct Hash {
  std::uint64_t shingle;
  std::array<std::uint64_t, 1> sort_key() const { return {shingle}; }
};

// Moves what is not over `last` from the beginning of each sketch to `out`.
void take_up_to(std::uint64_t last, std::vector<sketch::ShingleSpan>& sketches,
                std::vector<Hash>& out) {
  out.clear();
  for (sketch::ShingleSpan& sketch : sketches) {
    std::size_t taken = 0;
    for (; taken < sketch.size() && sketch[taken] <= last; ++taken) out.push_back({sketch[taken]});
    sketch = sketch.subspan(taken);
  }
}

// The coarsest level that keeps a shingle.
std::uint8_t level_of(std::uint64_t shingle, std::span<const std::uint64_t> moduli) {
  std::uint8_t level = 0;
  while (level + 1u < moduli.size() && shingle % moduli[level + 1] == 0) ++level;
  return level;
}

}  // namespace

HeldShingles::HeldShingles(std::vector<sketch::ShingleSpan> sketches,
                           std::span<const std::uint64_t> moduli, unsigned threads) {
  std::size_t shingles = 0;
  for (const sketch::ShingleSpan sketch : sketches) shingles += sketch.size();
  base::reserve_long(shared_, shingles / 2);
  const std::uint64_t parts = shingles / kPart + 1;
  std::vector<Hash> hashes;
  base::reserve_long(hashes, std::min(shingles, 2 * kPart));
  for (std::uint64_t part = 1; part <= parts; ++part) {
    take_up_to(part == parts ? UINT64_MAX : UINT64_MAX / parts * part, sketches, hashes);
    base::radix_sort(std::span(hashes), threads);
    for (auto first = hashes.begin(); first != hashes.end();) {
      const auto end = std::find_if(
          first, hashes.end(), [&](const Hash& hash) { return hash.shingle != first->shingle; });
      if (end - first > 1) add(first->shingle, static_cast<std::size_t>(end - first), moduli);
      first = end;
    }
  }
  find_buckets();
}

void HeldShingles::add(std::uint64_t shingle, std::size_t holders,
                       std::span<const std::uint64_t> moduli) {
  shared_.push_back(
      {shingle, static_cast<std::uint32_t>(holders), static_cast<std::uint32_t>(levels_.size())});
  const std::uint8_t level = level_of(shingle, moduli);
  levels_.resize(levels_.size() + level + 1, level);
}

// About as many as shingles.
void HeldShingles::find_buckets() {
  shift_ = 64 - static_cast<unsigned>(std::bit_width(shared_.size() | 1));
  buckets_ = base::long_list<std::uint32_t>((~std::uint64_t{0} >> shift_) + 2);
  std::uint32_t at = 0;
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    while (at < shared_.size() && bucket_of(shared_[at].shingle) < bucket) ++at;
    buckets_[bucket] = at;
  }
}

const HeldShingles::Shared* HeldShingles::find(std::uint64_t shingle) const {
  const std::size_t bucket = bucket_of(shingle);
  const auto all = std::span(shared_);
  const auto near = all.subspan(buckets_[bucket], buckets_[bucket + 1] - buckets_[bucket]);
  const auto found = std::ranges::lower_bound(near, shingle, {}, &Shared::shingle);
  return found != near.end() && found->shingle == shingle ? &*found : nullptr;
}

void HeldShingles::expect(std::uint64_t next, std::uint64_t later) const {
  __builtin_prefetch(shared_.data() + buckets_[bucket_of(next)]);
  __builtin_prefetch(buckets_.data() + bucket_of(later));
}

}  // namespace whorl::internal::join
