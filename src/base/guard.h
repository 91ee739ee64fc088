// The border of the library: what is thrown inside comes out as an Error.
#pragma once

#include <tl/expected.hpp>

#include "whorl/result.h"

namespace whorl {

// The exception that is being handled, as an Error: out_of_memory for memory that was not to be
// had or could not exist, io for what the system refused (a thread, say), internal for the rest.
// Never throws: where there is no memory even for the message, it is a short one.
Error error_of_exception() noexcept;

// What body() returns, a Result; an exception that leaves it is returned as its Error. Every public
// function that can fail is wrapped in it, so that all below may throw.
template <class Body>
auto guarded(Body&& body) -> decltype(body()) {
  try {
    return body();
  } catch (...) {
    return tl::unexpected<Error>(error_of_exception());
  }
}

}  // namespace whorl
