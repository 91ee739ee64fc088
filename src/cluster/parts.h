// Taking over what other stores know: `merge`, and a store to which documents are added.
//
// The documents of the parts come first, part by part, and keep their order. Adding documents
// after others changes no representative among those, so postings and pairs of a part hold.
#pragma once

#include "cluster/collapse.h"
#include "cluster/pairs.h"
#include "cluster/shingle_index.h"
#include "cluster/store.h"

namespace whorl::clustering {

// Where the documents of each part begin; at the end, those that are new.
class Layout {
 public:
  explicit Layout(const std::vector<Part>& parts);

  DocId first(std::size_t part) const { return firsts_[part]; }
  DocId first_new() const { return firsts_.back(); }
  // Whether both documents are of one part, which counted them already.
  bool known(const CandidatePair& pair) const;
  // Whether one is of a part and the other new.
  bool across(const CandidatePair& pair) const {
    return pair.a < first_new() && pair.b >= first_new();
  }

 private:
  std::size_t part_of(DocId doc) const;
  std::vector<DocId> firsts_;
};

// Puts documents, names, sketches and shingles of the parts, which are other stores, one after
// the other into `store`; what it then holds. O(bytes) time, a megabyte of memory.
Result<IngestState> copy_parts(Disk& disk, const Disk::Path& store, const std::vector<Part>& parts);

// The postings of all parts' representatives and those in `fresh`, in order. `collapsed` must
// outlive it.
Result<PostingSource> merge_postings(Disk& disk, const Disk::Path& store,
                                     const std::vector<Part>& parts, const Collapsed& collapsed,
                                     SortedStream<Posting> fresh);

// Merges the pairs that the parts kept with those counted since, in `fresh`, and puts them in
// the place of the store's; how many there are.
Result<std::uint64_t> merge_pairs(Disk& disk, const Disk::Path& store,
                                  const std::vector<Part>& parts, const Collapsed& collapsed,
                                  const Disk::Path& fresh);

}  // namespace whorl::clustering
