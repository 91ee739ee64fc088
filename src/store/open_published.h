// Opening what a writer may publish anew meanwhile.
#pragma once

#include "whorl/result.h"

namespace whorl::internal::store {

// Calls `open`, which loads a manifest and opens files that it names. Where these are not good, and
// may have been removed since, again: by the manifest of now.
template <class Open>
auto open_published(Open open) -> decltype(open()) {
  constexpr int kMostTimes = 3;
  for (int time = 1;; ++time) {
    auto opened = open();
    if (opened || opened.error().code != ErrorCode::corrupt || time == kMostTimes) return opened;
  }
}

}  // namespace whorl::internal::store
