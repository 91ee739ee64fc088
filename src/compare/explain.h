// What people and programs read of the pairs that were found: passages, names that few have, and
// how surprising the passages are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compare/corpus/comparability.h"
#include "compare/corpus/corpus.h"
#include "compare/scoring/names.h"
#include "compare/scoring/pair_matcher.h"
#include "index/shared_index.h"
#include "whorl/progress.h"
#include "whorl/report.h"

namespace whorl::internal::compare {

// What was compared.
struct ComparedRun {
  const corpus::Corpus& corpus;
  const corpus::Comparability& rules;
  const index::SharedIndex& index;
  const scoring::NameSets& names;
  std::uint64_t memory;  // of the run, in bytes
};

struct Explained {
  std::vector<Pair> pairs;                 // one a match, in their order
  std::vector<std::string> not_estimated;  // CompareReport::not_estimated
};

// Where it is cancelled, some pairs or all are missing or have no passages.
Explained explain(const std::vector<scoring::PairMatch>& matches, const ComparedRun& run,
                  unsigned threads, Progress& progress);

}  // namespace whorl::internal::compare
