// Reuses the results of other stores: for `merge`, and for a store to which documents are added.
//
// The documents of the parts come first, part by part, and keep their order. Adding documents after
// others changes no representative among those, so postings and pairs of a part stay valid.
#pragma once

#include "jobs/collection/cluster/exact_duplicates.h"
#include "jobs/collection/join/pair_file.h"
#include "jobs/collection/join/records.h"
#include "store/manifest.h"
#include "store/shingle_index.h"

namespace whorl::internal::cluster {

// The first document of each part; at the end, the first new one.
class Layout {
 public:
  explicit Layout(const std::vector<store::Part>& parts);

  store::DocId first(std::size_t part) const { return firsts_[part]; }
  store::DocId first_new() const { return firsts_.back(); }
  // True if both documents are in one part, which counted them already.
  bool known(const join::CandidatePair& pair) const;
  // True if one is in a part and the other is new.
  bool across(const join::CandidatePair& pair) const {
    return pair.a < first_new() && pair.b >= first_new();
  }

 private:
  std::size_t part_of(store::DocId doc) const;
  std::vector<store::DocId> firsts_;
};

// Copies documents, names, sketches and shingles of the parts, which are other stores, into
// `store`, one part after the other. Returns the new state. O(bytes) time, 1 MB of memory.
Result<store::IngestState> copy_parts(store::StoreFiles& store,
                                      const std::vector<store::Part>& parts, Progress& progress);

// The postings of all parts' representatives and those in `fresh`, in order. `collapsed` must
// outlive it.
Result<store::PostingSource> merge_postings(const store::StoreFiles& store,
                                            const std::vector<store::Part>& parts,
                                            const ExactDuplicates& collapsed,
                                            base::SortedStream<store::Posting> fresh);

// Merges the pairs that the parts kept with the store's new pairs into its pairs; returns their
// number.
Result<std::uint64_t> merge_pairs(store::StoreFiles& store, const std::vector<store::Part>& parts,
                                  const ExactDuplicates& collapsed);

}  // namespace whorl::internal::cluster
