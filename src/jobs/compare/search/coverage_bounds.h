// CoverageBounds: how far a match through each shared k-gram can extend.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jobs/compare/corpus/corpus.h"
#include "passages/index/shared_index.h"
#include "passages/match/side.h"
#include "whorl/progress.h"

namespace whorl::internal::compare::search {

inline std::uint32_t length(match::CoverageRange reach) { return reach.end - reach.begin; }

struct CoverageBound {
  // The most that a match through the k-gram can cover before other selected k-grams share in it.
  match::CoverageRange most;
  // What it certainly covers: its k-gram, and back to the selected one that it repeats.
  match::CoverageRange surely;
};

// The bounds of all shared k-grams, computed once. 16 bytes a selected k-gram.
class CoverageBounds {
 public:
  // If `progress` is cancelled, some are missing.
  CoverageBounds(const corpus::Corpus& corpus, const index::SharedIndex& index, unsigned threads,
                 const Progress& progress);

  // Those of a submission, in the order of index.selected_in_order().
  std::span<const CoverageBound> of(std::uint32_t owner) const { return bounds_[owner]; }

  // True if `most` is a bound: all runs of the submission guarantee windows.
  bool bounded(std::uint32_t owner) const { return bounded_[owner] != 0; }

 private:
  std::vector<std::uint8_t> bounded_;
  std::vector<std::vector<CoverageBound>> bounds_;
};

}  // namespace whorl::internal::compare::search
