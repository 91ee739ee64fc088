// The t-grams of a submission that others may have too: all its passages of t symbols that hold a
// k-gram which is shared.
#pragma once

#include <cstdint>
#include <vector>

#include "compare/corpus/corpus.h"
#include "index/shared_index.h"

namespace whorl::internal::compare::search {

// The t-grams of a file that begin in [begin, end), positions of the file.
struct TgramStretch {
  std::uint32_t file = 0;    // of Corpus::files
  std::uint32_t offset = 0;  // of the file in the submission
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Those that hold a shared k-gram of `owner`; each inside a run, none twice. Whatever t symbols two
// submissions have in a row are one of these in both, where runs promise windows: a match of t
// symbols selects the same k-gram in both, and where that was thinned (match::Thinner), the same t
// symbols stand some periods earlier, around one that was kept. O(selected k-grams).
std::vector<TgramStretch> shared_tgrams(const corpus::Corpus& corpus, std::uint32_t owner,
                                        const index::SharedIndex& index);

// All that its t-grams hold.
inline corpus::SymbolRange symbols_of(const corpus::PreparedFile& file,
                                      const TgramStretch& stretch) {
  return {stretch.begin, stretch.end + file.guarantee - 1};
}

}  // namespace whorl::internal::compare::search
