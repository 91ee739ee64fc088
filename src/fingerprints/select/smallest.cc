#include <algorithm>

#include "fingerprints/kernels/bit_positions.h"
#include "fingerprints/kernels/hash_selection.h"
#include "fingerprints/select/kgrams.h"
#include "fingerprints/select/rows.h"

namespace whorl::internal::select::rows {
namespace {

// Keeps the `size` smallest distinct hashes, each at its first occurrence. Once it has that many,
// it examines only hashes up to the greatest of them: about size · ln(n / size) of n hashes in
// random order. O(size) memory, O(n log n) time in the worst case.
class SmallestHashes {
 public:
  struct Kept {
    std::uint64_t hash;
    std::uint32_t position;
    auto operator<=>(const Kept&) const = default;
  };

  explicit SmallestHashes(std::uint64_t size) : size_(size) {}

  // Hashes are taken in order of positions.
  void take(std::span<const std::uint64_t> hashes, std::uint32_t first) {
    kernels::mark_at_most(hashes, max_, bits_);
    kernels::bit_positions(bits_, 0, small_);
    for (const std::uint32_t i : small_) kept_.push_back({hashes[i], first + i});
    if (kept_.size() / 2 >= std::max<std::uint64_t>(size_, kHashesABlock)) drop_greater();
  }

  // In order of positions.
  const std::vector<Kept>& finish() {
    drop_greater();
    std::ranges::sort(kept_, {}, &Kept::position);
    return kept_;
  }

 private:
  void drop_greater() {
    std::ranges::sort(kept_);
    kept_.erase(std::ranges::unique(kept_, {}, &Kept::hash).begin(), kept_.end());
    if (kept_.size() < size_) return;
    kept_.resize(size_);
    max_ = kept_.back().hash;
  }

  std::uint64_t size_;
  std::uint64_t max_ = UINT64_MAX;
  std::vector<Kept> kept_;
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> small_;
};

}  // namespace

Fingerprints smallest(const tokens::SymbolSpan& symbols, const Recipe& recipe) {
  SmallestHashes smallest(recipe.selector.args[0]);
  for_each_hash_block(symbols, recipe.k, recipe.seed,
                      [&](auto hashes, std::uint32_t first) { smallest.take(hashes, first); });
  Fingerprints out;
  for (const auto& [hash, position] : smallest.finish()) {
    out.hash.push_back(hash);
    out.position.push_back(position);
  }
  return out;
}

std::vector<std::uint32_t> smallest_hashes(std::span<const std::uint64_t> hashes, Arguments args) {
  SmallestHashes smallest(args[0]);
  for_each_hash_block(hashes,
                      [&](auto block, std::uint32_t first) { smallest.take(block, first); });
  std::vector<std::uint32_t> out;
  for (const auto& kept : smallest.finish()) out.push_back(kept.position);
  return out;
}

double unknown_density(std::uint32_t, Arguments) { return 0; }

}  // namespace whorl::internal::select::rows
