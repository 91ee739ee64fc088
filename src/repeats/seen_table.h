// Which hashes were met once and which again, in a table of two bits a slot.
#pragma once

#include <cstdint>
#include <vector>

namespace whorl::internal::repeats {

// Hashes that share a slot are taken for one, so that an answer "no" is sure and an answer "yes"
// is not. What it answers depends on the hashes that were added, not on their order.
class SeenTable {
 public:
  // Of at most `bytes`, at least 64.
  explicit SeenTable(std::uint64_t bytes);

  // Callable from any thread, as long as none asks.
  void add(std::uint64_t hash);
  bool met(std::uint64_t hash) const { return (bits(hash) & kOnce) != 0; }
  bool met_again(std::uint64_t hash) const { return (bits(hash) & kAgain) != 0; }

  std::uint64_t slots() const { return (mask_ + 1) * kSlots; }

 private:
  static constexpr std::uint64_t kSlots = 32;  // of a word
  static constexpr std::uint64_t kOnce = 1, kAgain = 2;

  std::uint64_t word_of(std::uint64_t hash) const { return hash / kSlots & mask_; }
  static unsigned shift_of(std::uint64_t hash) { return 2 * (hash % kSlots); }
  std::uint64_t bits(std::uint64_t hash) const {
    return words_[word_of(hash)] >> shift_of(hash) & 3;
  }

  std::vector<std::uint64_t> words_;
  std::uint64_t mask_;  // of words
};

}  // namespace whorl::internal::repeats
