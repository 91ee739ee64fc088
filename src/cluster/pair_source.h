// A stream of candidate pairs, whatever found them.
#pragma once

#include <functional>
#include <memory>
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
