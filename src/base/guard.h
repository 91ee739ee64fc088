// The border of the library: what is thrown inside comes out as an Error.
#pragma once

#include "whorl/result.h"

namespace whorl::internal::base {

// The exception that is being handled, as an Error: out_of_memory for memory that ran out or could
// not exist, io for what the system refused (a thread, say), internal for the rest. Where there is
// no memory even for its message, that is a short one. A public function that can fail is
//
//   Result<T> work(…) try {
//     …
//   } catch (...) {
//     return caught();
//   }
//
// so that all below it may throw.
tl::unexpected<Error> caught() noexcept;

// What body(), which gives a Result, returns or throws: for callbacks of C, through which no
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
