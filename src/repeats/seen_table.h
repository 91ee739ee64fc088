// Which hashes were met once and which again, in a table of two bits a slot: a Bloom filter that
// counts to two, whose slots of a hash stand in one word.
#pragma once

#include <cstdint>
#include <vector>

namespace whorl::internal::repeats {

// Each hash has two slots of a word, and was met as often as the slot that was met less. Others may
// have both, so that an answer "no" is sure and an answer "yes" is not. What it answers depends on
// the hashes that were added, not on their order.
class SeenTable {
 public:
  // Of at most `bytes`, at least 64.
  explicit SeenTable(std::uint64_t bytes);

  // Callable from any thread, as long as none asks.
  void add(std::uint64_t hash);
  bool met(std::uint64_t hash) const { return has(hash, once(hash)); }
  bool met_again(std::uint64_t hash) const { return has(hash, once(hash) << 1); }

  std::uint64_t slots() const { return (mask_ + 1) * kSlots; }

 private:
  static constexpr std::uint64_t kSlots = 32;  // of a word, each of a bit "once" and one "again"

  // The bits "once" of the hash's slots, which are never the same.
  static std::uint64_t once(std::uint64_t hash) {
    const std::uint64_t first = hash % kSlots, second = first ^ (1 + hash / kSlots % (kSlots - 1));
    return std::uint64_t{1} << 2 * first | std::uint64_t{1} << 2 * second;
  }
  std::uint64_t word_of(std::uint64_t hash) const {
    constexpr std::uint64_t kSpent = kSlots * kSlots;  // of the hash, by its slots
    return hash / kSpent & mask_;
  }
  bool has(std::uint64_t hash, std::uint64_t bits) const {
    return (words_[word_of(hash)] & bits) == bits;
  }

  std::vector<std::uint64_t> words_;
  std::uint64_t mask_;  // of words
};

}  // namespace whorl::internal::repeats
