// The border of the library: converts exceptions inside to Errors.
#pragma once

#include "whorl/result.h"

namespace whorl::internal::base {

// The exception that is being handled, as an Error. It is out_of_memory if memory ran out or could
// not exist, io for what the system refused (a thread, for example), internal for others. If there
// is no memory for its message, the message is a short one. A public function that can fail is
//
//   Result<T> work(…) try {
//     …
//   } catch (...) {
//     return caught();
//   }
//
// so that all functions that it calls may throw.
tl::unexpected<Error> caught() noexcept;

// The result of body(), which returns a Result or throws. For callbacks of C, through which no
// exception may pass.
template <class Body>
auto guarded(Body body) -> decltype(body()) {
  try {
    return body();
  } catch (...) {
    return caught();
  }
}

}  // namespace whorl::internal::base
