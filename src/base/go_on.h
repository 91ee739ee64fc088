// Work that takes long asks now and then whether to go on.
#pragma once

#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::base {

// What a job answers that was asked to stop.
inline tl::unexpected<Error> stopped() {
  return fail(ErrorCode::cancelled, "stopped: the same command goes on from here");
}

// An error where whoever watches asked to stop. Nobody may watch.
inline Result<void> go_on(const Progress* progress) {
  if (progress != nullptr && progress->cancelled()) return stopped();
  return {};
}

}  // namespace whorl::internal::base
