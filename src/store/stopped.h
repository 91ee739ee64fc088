// The error of a job over a store that is asked to stop.
#pragma once

#include "base/go_on.h"

namespace whorl::internal::store {

using base::stopped;

}  // namespace whorl::internal::store
