// Result<T>: a value, or an Error that names what went wrong and where.
//
// Nothing under src/ prints, exits or throws across the public interface; every
// fallible function returns a Result. The message is one a stranger understands:
// it names the file (and byte, where there is one) and says what to do. Functions that return
// no Result throw nothing but std::bad_alloc.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace whorl {

enum class ErrorCode {
  invalid_argument,  // the caller's words are off: a recipe, a glob, a number
  not_found,         // the named file or directory is not there
  unreadable,        // it is there, but cannot be read
  unsupported,       // a format, encryption or feature that is not handled
  corrupt,           // the bytes break the rules of their format
  limit_exceeded,    // a safety limit was reached before the work was done
  io,                // writing failed: permission, a broken disk
  disk_full,         // writing failed for want of room
  cancelled,         // the caller asked to stop
  out_of_memory,     // memory ran out, or the input asks for more than can exist
  internal,          // an exception that is none of these: a defect, or thrown by a callback
};

struct Error {
  ErrorCode code;
  std::string message;
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(ErrorCode code, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message)});
}

}  // namespace whorl
