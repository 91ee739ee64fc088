// CoverageBounds: how far each shared k-gram can take part in a match.
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
  // What a match through the k-gram can cover before other selected k-grams share in it.
  match::CoverageRange most;
  // What it covers: its k-gram, and back to the selected one that it repeats.
  match::CoverageRange surely;
};

// The reaches of all shared k-grams, worked out once. 16 bytes a selected k-gram.
class CoverageBounds {
 public:
  // If `progress` is cancelled, some are missing.
  CoverageBounds(const corpus::Corpus& corpus, const index::SharedIndex& index, unsigned threads,
                 const Progress& progress);

  // Those of a submission, as index.selected_in_order() has its k-grams.
  std::span<const CoverageBound> of(std::uint32_t owner) const { return bounds_[owner]; }

  // Whether `most` bounds anything: all runs of the submission promise windows.
  bool bounded(std::uint32_t owner) const { return bounded_[owner] != 0; }

 private:
  std::vector<std::uint8_t> bounded_;
  std::vector<std::vector<CoverageBound>> bounds_;
};

}  // namespace whorl::internal::compare::search
