// Opens files that a writer may replace at the same time.
#pragma once

#include "whorl/result.h"

namespace whorl::internal::store {

// Calls `open`, which loads a manifest and opens files that it names. If these are damaged or
// missing, a writer may have removed them, so it is called again with the current manifest.
template <class Open>
auto open_published(Open open) -> decltype(open()) {
  constexpr int kMostTimes = 3;
  for (int time = 1;; ++time) {
    auto opened = open();
    if (opened || opened.error().code != ErrorCode::corrupt || time == kMostTimes) return opened;
  }
}

}  // namespace whorl::internal::store
