// Passages: the tiles of a pair as a reader sees them.
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

// Lines of the files that contain passages, by file.
using LinesOfFiles = std::map<std::uint32_t, tokens::Lines>;

// The chains of `match` as passages, in order of a.
std::vector<Passage> passages_of(const PairMatch& match, const corpus::Corpus& corpus,
                                 const index::SharedIndex& index, const LinesOfFiles& lines);

// The files of all submissions in `matches`, indexed by line.
LinesOfFiles index_lines(const std::vector<PairMatch>& matches, const corpus::Corpus& corpus);

}  // namespace whorl::internal::compare::scoring
