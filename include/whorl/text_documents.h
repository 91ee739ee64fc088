// Texts as `dedup` reads them, for programs that divide its phases among tasks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "whorl/cluster.h"
#include "whorl/columns.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl {

// A document, as a store of `dedup` keeps it.
struct TextDocument {
  std::string skipped = {};  // why the text is no document; empty: it is one
  std::uint64_t bytes = 0;
  TextHash content = {};
  TextHash canonical = {};
  std::vector<std::uint64_t> shingles = {};  // all, ascending
  std::vector<std::uint64_t> sketch = {};    // those that are 0 modulo `modulus`
  std::uint64_t modulus = 1;
  TextHash sketch_hash = {};  // of the sketch and its modulus
};

// The documents of a column, in order. The rows are read and shingled as `decide` does with a
// RecordSource of the same texts: it skips nulls, texts that are not UTF-8 and texts that are too
// long. `method` is ClusterOptions::shingling; its defaults are those of a dedup by resemblance.
// `memory` decides which texts are too long. `threads`: 0 is one a core; the result does not depend
// on it.
//
// Errors: invalid_argument for a method that is unknown, unsupported for sketches of the smallest
// hashes (`min:S`), cancelled if `progress` says so. O(bytes + n log n) for n shingles.
Result<std::vector<TextDocument>> text_documents(const TextColumn& column,
                                                 const ShingleMethod& method, std::uint64_t memory,
                                                 unsigned threads, Progress& progress);

}  // namespace whorl
