// The fingerprints of all files of a run.
#pragma once

#include <vector>

#include "jobs/compare/corpus/corpus.h"
#include "jobs/compare/corpus/symbol_range.h"
#include "passages/index/shared_index.h"
#include "whorl/fingerprint.h"
#include "whorl/progress.h"

namespace whorl::internal::compare::corpus {

// The selection from each file of `corpus`, on `threads` threads.
std::vector<Fingerprints> fingerprint_corpus(const Corpus& corpus, unsigned threads,
                                             Progress& progress);

// Updates the result of fingerprint_corpus() after more of the files was masked. `before` is the
// unmasked parts at the time of the selection. Selects again only from parts that the mask changed.
// If `progress` is cancelled, some files are not updated.
void refresh_fingerprints(const Corpus& corpus, const std::vector<std::vector<SymbolRange>>& before,
                          unsigned threads, const Progress& progress,
                          std::vector<Fingerprints>& fingerprints);

// Converts to postings by submission. The fingerprints of a file are freed once they are postings.
std::vector<index::Posting> postings_of(const Corpus& corpus,
                                        std::vector<Fingerprints> fingerprints);

}  // namespace whorl::internal::compare::corpus
