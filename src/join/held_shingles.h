// The shingles that several documents keep, in memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sketch/sketch.h"

namespace whorl::internal::join {

class HeldShingles {
 public:
  // A shared shingle has a list at each level that keeps it. Lists are numbered in the order of
  // shingles, those of one by level.
  struct Shared {
    std::uint64_t shingle;
    std::uint32_t holders;  // sketches that keep it; at least 2
    std::uint32_t list;     // its own at level 0
  };

  // `moduli` are those of the levels, ascending. Parallel. O(bytes of a shingle · shingles).
  HeldShingles(std::vector<sketch::ShingleSpan> sketches, std::span<const std::uint64_t> moduli,
               unsigned threads);

  // Null where one sketch has it alone. O(1) expected for hashes, O(log shared) for any numbers.
  const Shared* find(std::uint64_t shingle) const;
  // Has the places of two in the cache when they are asked for: `next` was `later` some calls ago.
  void expect(std::uint64_t next, std::uint64_t later) const;

  // Of each list the coarsest level of its shingle.
  std::span<const std::uint8_t> levels() const { return levels_; }

 private:
  void add(std::uint64_t shingle, std::size_t holders, std::span<const std::uint64_t> moduli);
  void find_buckets();
  std::size_t bucket_of(std::uint64_t shingle) const { return shingle >> shift_; }

  std::vector<Shared> shared_;          // ascending
  std::vector<std::uint32_t> buckets_;  // where those of the same leading bits begin; and the end
  unsigned shift_ = 0;
  std::vector<std::uint8_t> levels_;
};

}  // namespace whorl::internal::join
