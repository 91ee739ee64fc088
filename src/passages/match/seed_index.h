// SeedIndex: one side is indexed, and compared with many others, one at a time.
//
// An anchor is a k-gram that both sides selected with local ties. Two equal parts of w + k - 1
// symbols select the same k-grams at the same offsets, so every match of that length has an anchor.
// Extended symbol by symbol both ways, the anchor becomes the whole match (docs/methods.md,
// "Matching"). The indexed side is only looked up, so a query costs a walk over the selected
// k-grams of the other side and the matches.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/go_on.h"
#include "passages/match/diagonals.h"
#include "passages/match/maximal.h"
#include "passages/match/side.h"

namespace whorl::internal::match {

class SeedIndex {
 public:
  // For selected k-grams of groups below `groups`. 4 bytes a group.
  explicit SeedIndex(std::uint32_t groups) : first_(groups), has_(groups / 64 + 1) {}

  // Both keep views of the sides' data. O(selected k-grams).
  void index(const Side& side);
  void query(const Side& other);

  // All maximal matches (a: the indexed side, b: the other) that contain an anchor whose group is
  // not repetitive, each once, of at least the run's noise threshold. A collision of k-gram hashes
  // is detected here. Linear in the anchors plus the symbols matched. `found` is cleared first; its
  // memory is reused. If `watch` does not go on, some matches are missing.
  void find_matches(MaximalMatches& found, const base::Cancellation& watch,
                    std::uint64_t repetitive_over = kRepetitive);

 private:
  // A selected k-gram of the other side that the indexed side has too.
  struct Shared {
    std::uint32_t first;  // selected k-gram of its group in the indexed side
    std::uint32_t position;
  };
  std::size_t count_anchors() const;
  void list_groups(std::uint64_t repetitive_over, MaximalMatches& found);
  void follow(const Shared& shared, MaximalMatches& found);

  Side held_;
  Side other_;
  std::vector<std::uint32_t> first_;   // by group of the indexed side: its first selected k-gram
  std::vector<std::uint64_t> has_;     // a bit a group
  std::vector<std::uint32_t> end_;     // by first selected k-gram of a group: after its last one
  std::vector<std::uint8_t> thinned_;  // by first selected k-gram of a group: true if thinned
  // By first selected k-gram of a group: occurrences in the other side, to be paired one by one.
  std::vector<std::uint32_t> met_;
  std::vector<std::uint32_t> selected_;  // of the other side, in order: the shared ones
  std::vector<Shared> shared_;           // in order of position
  Diagonals diagonals_;
};

}  // namespace whorl::internal::match
