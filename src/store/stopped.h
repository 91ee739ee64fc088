// What a job over a store answers when it is asked to stop.
#pragma once

#include "whorl/result.h"

namespace whorl::internal::store {

inline auto stopped() {
  return fail(ErrorCode::cancelled, "stopped: the same command goes on from here");
}

}  // namespace whorl::internal::store
