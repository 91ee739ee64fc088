// RankSets: sets of submissions, by rank, 64 to a word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace whorl::internal::index {

// Up to 64 submissions of a set: those of ranks 64 * word + i for the bits i. So large sets are
// read 64 submissions at a time.
struct RankWord {
  std::uint32_t word = 0;
  std::uint64_t bits = 0;
  friend bool operator==(const RankWord&, const RankWord&) = default;
};

class RankSets {
 public:
  // Its number is the size before the call. `ranks` must ascend.
  void push_back(std::span<const std::uint32_t> ranks);
  void pop_back();

  std::uint32_t size() const { return static_cast<std::uint32_t>(begin_.size() - 1); }

  // Words ascend, and none is empty.
  std::span<const RankWord> operator[](std::uint32_t set) const {
    return std::span(words_).subspan(begin_[set], begin_[set + 1] - begin_[set]);
  }

 private:
  std::vector<std::size_t> begin_{0};
  std::vector<RankWord> words_;
};

}  // namespace whorl::internal::index
