// The error for a value of a client or the operator that the service cannot accept.
#pragma once

#include <string>
#include <utility>

#include "whorl/result.h"

namespace whorl::serve {

inline tl::unexpected<Error> invalid(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

}  // namespace whorl::serve
