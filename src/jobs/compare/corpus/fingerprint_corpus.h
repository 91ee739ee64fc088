// The fingerprints of all files of a run.
#pragma once

#include <vector>

#include "jobs/compare/corpus/corpus.h"
#include "jobs/compare/corpus/symbol_range.h"
#include "passages/index/shared_index.h"
#include "whorl/fingerprint.h"
#include "whorl/progress.h"

namespace whorl::internal::compare::corpus {

// What is selected from each file of `corpus`, on `threads` threads.
std::vector<Fingerprints> fingerprint_corpus(const Corpus& corpus, unsigned threads,
                                             Progress& progress);

// What fingerprint_corpus() gives after files were masked further: `before` are what was unmasked
// in each when `fingerprints` were selected. Only from stretches that the mask cut anything is
// selected anew. If `progress` is cancelled, some files are left as they are.
void refresh_fingerprints(const Corpus& corpus, const std::vector<std::vector<SymbolRange>>& before,
                          unsigned threads, const Progress& progress,
                          std::vector<Fingerprints>& fingerprints);

// As postings by submission. Those of a file are freed once they are postings.
std::vector<index::Posting> postings_of(const Corpus& corpus,
                                        std::vector<Fingerprints> fingerprints);

}  // namespace whorl::internal::compare::corpus
