// A stream of candidate pairs from any source.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/try.h"
#include "jobs/collection/join/records.h"

namespace whorl::internal::join {

// Returns pairs in order, a < b, then null; a pair may come several times. The pointer is valid
// until the next call. One thread at a time calls it, while others read the store.
using CandidateStream = std::function<Result<const CandidatePair*>()>;

inline CandidateStream stream_of(base::SortedStream<CandidatePair> stream) {
  return [kept = std::make_shared<base::SortedStream<CandidatePair>>(std::move(stream))] {
    return kept->next();
  };
}

// The distinct pairs of a source, a block at a time.
class CandidateBlocks {
 public:
  using Filter = std::function<bool(const CandidatePair&)>;

  // Blocks of `size` pairs, without those for which `passes_over`, if there is one, is true.
  CandidateBlocks(CandidateStream pairs, std::size_t size, Filter passes_over)
      : pairs_(std::move(pairs)), size_(size), passes_over_(std::move(passes_over)) {}

  // Empty at the end.
  Result<std::vector<CandidatePair>> next() {
    std::vector<CandidatePair> block;
    while (block.size() < size_) {
      WHORL_ASSIGN_OR_RETURN(auto pair, pairs_());
      if (!pair) break;
      if (last_ == *pair) continue;
      last_ = *pair;
      if (passes_over_ && passes_over_(*pair)) continue;
      block.push_back(*pair);
    }
    return block;
  }

 private:
  CandidateStream pairs_;
  std::size_t size_;
  Filter passes_over_;
  std::optional<CandidatePair> last_;
};

}  // namespace whorl::internal::join
