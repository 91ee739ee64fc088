// Runs of equal records in a sorted stream.
#pragma once

#include <vector>

#include "whorl/result.h"

namespace whorl::internal::base {

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

}  // namespace whorl::internal::base
