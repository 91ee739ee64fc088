// A stream of candidate pairs, whatever found them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/external_sort.h"
#include "cluster/records.h"

namespace whorl::clustering {

// Gives pairs in order, a < b, then null; a pair may come several times. What it points to is
// valid until the next call. It is asked by one thread at a time, while others read the store.
using PairSource = std::function<Result<const CandidatePair*>()>;

inline PairSource source_of(SortedStream<CandidatePair> stream) {
  return [kept = std::make_shared<SortedStream<CandidatePair>>(std::move(stream))] {
    return kept->next();
  };
}

// The distinct pairs of a source, a block at a time.
class PairBlocks {
 public:
  using Filter = std::function<bool(const CandidatePair&)>;

  // Blocks of `size` pairs, without those of which `passes_over`, where there is one, is true.
  PairBlocks(PairSource pairs, std::size_t size, Filter passes_over)
      : pairs_(std::move(pairs)), size_(size), passes_over_(std::move(passes_over)) {}

  // Empty at the end.
  Result<std::vector<CandidatePair>> next() {
    std::vector<CandidatePair> block;
    while (block.size() < size_) {
      auto pair = pairs_();
      if (!pair) return tl::unexpected(pair.error());
      if (!*pair) break;
      if (last_ == **pair) continue;
      last_ = **pair;
      if (passes_over_ && passes_over_(**pair)) continue;
      block.push_back(**pair);
    }
    return block;
  }

 private:
  PairSource pairs_;
  std::size_t size_;
  Filter passes_over_;
  std::optional<CandidatePair> last_;
};

// Calls visit(group) for each run of records that `same` holds together. Source is anything
// with next(): a stream or a scan.
template <class Record, class Source, class Same, class Visit>
Result<void> for_each_group(Source& source, Same same, Visit visit) {
  std::vector<Record> group;
  while (true) {
    auto record = source.next();
    if (!record) return tl::unexpected(record.error());
    if (!group.empty() && (!*record || !same(group.front(), **record))) {
      if (Result<void> done = visit(group); !done) return done;
      group.clear();
    }
    if (!*record) return {};
    group.push_back(**record);
  }
}

}  // namespace whorl::clustering
