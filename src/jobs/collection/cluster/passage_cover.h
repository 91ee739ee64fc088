// Which parts of a text stand in documents, by the shingles that each has.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fingerprints/sketch/sketch.h"
#include "store/document_table.h"

namespace whorl::internal::cluster {

inline constexpr std::uint32_t kAllEqual = 1000;

// Shingles of the text, one after the other, that one document has, or nearly has.
struct HeldRun {
  std::uint32_t at = 0;
  std::uint32_t shingles = 0;
  store::DocId doc = 0;
  std::uint32_t equal = kAllEqual;  // of its symbols, in thousandths
  std::uint32_t end() const { return at + shingles; }
};

// The shingles of a text, sorted, with their places.
class PlacedShingles {
 public:
  // `in_order`: one for each place. O(n log n); 16 bytes a shingle.
  explicit PlacedShingles(std::span<const std::uint64_t> in_order);

  // Each shingle once, ascending.
  const sketch::ShingleSet& distinct() const { return distinct_; }

  // Appends the runs of `least` ≥ 1 shingles or more that are all in `set`, which is sorted; as
  // long as they can be, by place. O(n + set).
  void append_runs(store::DocId doc, sketch::ShingleSpan set, std::uint32_t least,
                   std::vector<HeldRun>& out) const;

  // For each place the rank of its shingle in `set`, which is sorted; kForeign where it is not
  // there. O(n + set).
  std::vector<std::uint32_t> ranks_in(sketch::ShingleSpan set) const;

 private:
  struct Placed {
    std::uint64_t shingle;
    std::uint32_t at;
  };
  std::vector<Placed> placed_;  // by shingle
  sketch::ShingleSet distinct_;
};

// Leaves out the runs of one document that lie in another one. Those that are left ascend, by their
// beginnings and by their ends.
void keep_longest(std::vector<HeldRun>& runs);

// A run that is shown, and how many documents hold all of it.
struct ShownRun {
  HeldRun run;
  std::uint64_t documents = 1;
};

// Of runs in any order: the longest first, and of those of one length the first in the text, then
// of the first document, each of them where it has a shingle that none before it has. Of these the
// first `limit` by place. O(n log n + n · limit).
std::vector<ShownRun> covering_runs(std::vector<HeldRun> runs, std::size_t limit);

}  // namespace whorl::internal::cluster
