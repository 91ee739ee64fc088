// PrefixEmitter: the prefixes of documents, which come in batches and are computed on several
// threads.
#pragma once

#include <vector>

#include "join/candidate_options.h"
#include "join/sorters.h"

namespace whorl::internal::join {

// Documents with their sketches and the shingles that they share, rarest first.
class SketchBatch {
 public:
  void add(store::DocId doc, const sketch::SketchView& sketch,
           const std::vector<std::uint64_t>& shared);
  void clear();
  std::size_t size() const { return documents_.size(); }
  std::size_t hashes() const { return hashes_.size() + shared_.size(); }

  struct Document {
    store::DocId doc;
    std::uint64_t modulus;
    sketch::ShingleSpan hashes;
    sketch::ShingleSpan shared;
  };
  // Valid until the batch changes.
  Document document(std::size_t i) const;

 private:
  struct Entry {
    store::DocId doc;
    std::uint64_t modulus;
    std::size_t hashes_end;
    std::size_t shared_end;
  };
  std::vector<Entry> documents_;
  std::vector<std::uint64_t> hashes_;  // document by document
  std::vector<std::uint64_t> shared_;
};

// Sorts the prefixes of documents, one a level from a document's own upwards; none where no pairs
// are sought.
class PrefixEmitter {
 public:
  PrefixEmitter(const JoinInput& input, const LeastShown& least, const base::SortBudget& budget)
      : moduli_(input.moduli),
        least_(least),
        threads_(budget.threads),
        sorter_(input.file_system, budget) {}

  // Parallel. O(hashes · levels).
  Result<void> emit(const SketchBatch& batch);

  // That were given to the sorter.
  std::uint64_t entries() const { return entries_; }
  base::ExternalSorter<Prefix>& sorter() { return sorter_; }

 private:
  void append(const SketchBatch::Document& document, std::vector<Prefix>& out) const;

  const std::vector<std::uint64_t>& moduli_;
  LeastShown least_;
  unsigned threads_;
  std::uint64_t entries_ = 0;
  base::ExternalSorter<Prefix> sorter_;
};

}  // namespace whorl::internal::join
