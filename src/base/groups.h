// Runs of equal records in a sorted stream.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/try.h"
#include "whorl/result.h"

namespace whorl::internal::base {

// Calls visit(group) for each run of records that `same` connects. The group is valid until visit()
// returns. Source is anything with next_some(): a stream or a scan.
template <class Record, class Source, class Same, class Visit>
Result<void> for_each_group(Source& source, Same same, Visit visit) {
  const auto size_of = [&](const Record& first, std::span<const Record> records) {
    std::size_t size = 0;
    while (size < records.size() && same(first, records[size])) ++size;
    return size;
  };
  std::vector<Record> begun;  // the last group of what was given before
  while (true) {
    WHORL_ASSIGN_OR_RETURN(std::span<const Record> records, source.next_some());
    if (!begun.empty()) {
      const auto rest = records.first(size_of(begun.front(), records));
      begun.insert(begun.end(), rest.begin(), rest.end());
      records = records.subspan(rest.size());
      if (records.empty() && !rest.empty()) continue;
      WHORL_RETURN_IF_ERROR(visit(std::span<const Record>(begun)));
      begun.clear();
    }
    if (records.empty()) return {};
    while (true) {
      const auto group = records.first(size_of(records.front(), records));
      records = records.subspan(group.size());
      if (records.empty()) {
        begun.assign(group.begin(), group.end());
        break;
      }
      WHORL_RETURN_IF_ERROR(visit(group));
    }
  }
}

}  // namespace whorl::internal::base
