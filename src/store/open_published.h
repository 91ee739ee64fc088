// Opening what a writer may publish anew meanwhile.
#pragma once

#include "whorl/result.h"

namespace whorl::internal::store {

// Calls `open`, which loads a manifest and opens files that it names. Where these are not good, and
// may have been removed since, once more: by the manifest of now.
template <class Open>
auto open_published(Open open) -> decltype(open()) {
  auto opened = open();
  if (opened || opened.error().code != ErrorCode::corrupt) return opened;
  return open();
}

}  // namespace whorl::internal::store
