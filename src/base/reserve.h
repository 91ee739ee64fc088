// Address space for as many records as a run may keep in memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <stdexcept>
#include <vector>

#include "base/huge_pages.h"

namespace whorl::internal::base {

// Reserves memory for `wanted` records. If the system refuses, tries half as many, down to `min`;
// throws if `min` is refused too. Pages become resident as they fill. Returns the number of
// records.
template <class Record>
std::size_t reserve_up_to(std::vector<Record>& records, std::size_t wanted, std::size_t min) {
  wanted = std::min(wanted, records.max_size());
  while (wanted > min) {
    try {
      reserve_long(records, wanted);
      return wanted;
    } catch (const std::bad_alloc&) {
      wanted = std::max(min, wanted / 2);
    }
  }
  records.reserve(wanted);
  return wanted;
}

}  // namespace whorl::internal::base
