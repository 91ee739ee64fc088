// The parts of a text that occur in documents, by the shingles of each document.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fingerprints/sketch/sketch.h"
#include "store/document_table.h"

namespace whorl::internal::cluster {

inline constexpr std::uint32_t kAllEqual = 1000;

// Consecutive shingles of the text that one document has, or nearly has.
struct HeldRun {
  std::uint32_t at = 0;
  std::uint32_t shingles = 0;
  store::DocId doc = 0;
  std::uint32_t equal = kAllEqual;  // share of equal symbols, in thousandths
  std::uint32_t end() const { return at + shingles; }
};

// The shingles of a text, sorted, with their positions.
class PlacedShingles {
 public:
  // `in_order`: one for each position. O(n log n); 16 bytes a shingle.
  explicit PlacedShingles(std::span<const std::uint64_t> in_order);

  // Each shingle once, ascending.
  const sketch::ShingleSet& distinct() const { return distinct_; }

  // Appends the maximal runs of at least `least` ≥ 1 shingles that are all in `set`, which is
  // sorted; in order of position. O(n + set).
  void append_runs(store::DocId doc, sketch::ShingleSpan set, std::uint32_t least,
                   std::vector<HeldRun>& out) const;

  // For each position the rank of its shingle in `set`, which is sorted; kForeign if `set` does not
  // have it. O(n + set).
  std::vector<std::uint32_t> ranks_in(sketch::ShingleSpan set) const;

 private:
  struct Placed {
    std::uint64_t shingle;
    std::uint32_t at;
  };
  std::vector<Placed> placed_;  // by shingle
  sketch::ShingleSet distinct_;
};

// Removes runs of one document that are inside another one. The remaining ones ascend, by their
// beginnings and by their ends.
void keep_longest(std::vector<HeldRun>& runs);

// A run that is shown, and the number of documents that contain all of it.
struct ShownRun {
  HeldRun run;
  std::uint64_t documents = 1;
};

// Takes runs in any order and selects the longest first; of equal lengths, the first in the text,
// then the one of the first document. Selects only runs with a shingle that no selected one has.
// Returns the first `limit` of them by position. O(n log n + n · limit).
std::vector<ShownRun> covering_runs(std::vector<HeldRun> runs, std::size_t limit);

}  // namespace whorl::internal::cluster
