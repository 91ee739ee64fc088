// Prepares texts as `dedup` does, for programs that divide the phases of `dedup` among tasks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "whorl/cluster.h"
#include "whorl/columns.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl {

// The data that a store of `dedup` contains for a document.
struct TextDocument {
  std::string skipped = {};  // reason why the text was skipped; empty: not skipped
  std::uint64_t bytes = 0;
  TextHash content = {};
  TextHash canonical = {};
  std::vector<std::uint64_t> shingles = {};  // all shingles, in ascending order
  std::vector<std::uint64_t> sketch = {};    // the shingles that are 0 modulo `modulus`
  std::uint64_t modulus = 1;
  TextHash sketch_hash = {};  // hash of the sketch and its modulus
};

// Returns one document for each row of a column, in the order of the rows. The rows are read and
// shingled as decide() does for a RecordSource with the same texts. So nulls, texts that are not
// UTF-8 and texts that are too long are skipped.
//
// `method` is ClusterOptions::shingling. Its defaults are those of a dedup by resemblance.
// `memory`, in bytes, decides which texts are too long. `threads`: 0 is one for each core; the
// result does not depend on it.
//
// Fails with invalid_argument if the method is unknown; with unsupported for sketches of the
// smallest hashes (`min:S`); with cancelled if `progress` is cancelled. O(bytes + n log n) for n
// shingles.
Result<std::vector<TextDocument>> text_documents(const TextColumn& column,
                                                 const ShingleMethod& method, std::uint64_t memory,
                                                 unsigned threads, Progress& progress);

}  // namespace whorl
