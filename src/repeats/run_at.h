// Where a run stands, by what it holds.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "base/hash128.h"

namespace whorl::internal::repeats {

// 88 bits of the hash of a run, or of a block of runs, and in 40 the number of its first symbol.
class RunAt {
 public:
  static constexpr std::uint64_t kMostSymbols = std::uint64_t{1} << 40;

  RunAt() = default;
  // Of the halves of the hash the lower 61 bits count, which is what repeats/candidate_runs.h
  // gives.
  RunAt(const base::Hash128& hash, std::uint64_t at)
      : high_(hash.high << 3 | (hash.low >> 58 & 7)), low_(hash.low >> 34 << 40 | at) {}

  std::uint64_t at() const { return low_ % kMostSymbols; }
  void move_on(std::uint64_t symbols) { low_ += symbols; }
  std::array<std::uint64_t, 2> hash() const { return {high_, low_ / kMostSymbols}; }
  bool has_hash_of(const RunAt& other) const { return hash() == other.hash(); }
  auto operator<=>(const RunAt&) const = default;
  std::array<std::uint64_t, 2> sort_key() const { return {high_, low_}; }

 private:
  std::uint64_t high_ = 0;
  std::uint64_t low_ = 0;
};

}  // namespace whorl::internal::repeats
