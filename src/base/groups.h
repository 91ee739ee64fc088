// Runs of equal records in a sorted stream.
#pragma once

#include <vector>

#include "base/try.h"
#include "whorl/result.h"

namespace whorl::internal::base {

// Calls visit(group) for each run of records that `same` holds together. Source is anything
// with next(): a stream or a scan.
template <class Record, class Source, class Same, class Visit>
Result<void> for_each_group(Source& source, Same same, Visit visit) {
  std::vector<Record> group;
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto record, source.next());
    if (!group.empty() && (!record || !same(group.front(), *record))) {
      WHORL_RETURN_IF_ERROR(visit(group));
      group.clear();
    }
    if (!record) return {};
    group.push_back(*record);
  }
}

}  // namespace whorl::internal::base
