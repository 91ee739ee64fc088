// Passages: the tiles of a pair as a person reads them.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "jobs/compare/corpus/corpus.h"
#include "jobs/compare/scoring/pair_matcher.h"
#include "passages/index/shared_index.h"
#include "tokens/lines.h"
#include "whorl/report.h"

namespace whorl::internal::compare::scoring {

// Lines of the files that passages lie in, by file.
using LinesOfFiles = std::map<std::uint32_t, tokens::Lines>;

// The chains of `match` as passages, in order of a.
std::vector<Passage> passages_of(const PairMatch& match, const corpus::Corpus& corpus,
                                 const index::SharedIndex& index, const LinesOfFiles& lines);

// The files of all submissions that `matches` speak of, indexed by line.
LinesOfFiles index_lines(const std::vector<PairMatch>& matches, const corpus::Corpus& corpus);

}  // namespace whorl::internal::compare::scoring
