// Result<T>: a value, or an Error that says what went wrong and where.
//
// Every function that can fail returns a Result. The library does not print or exit. Functions that
// return a Result throw nothing; other functions throw only std::bad_alloc. A message names the
// file, and the byte offset if there is one, and says what to do.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace whorl {

enum class ErrorCode {
  invalid_argument,  // an argument is invalid: a recipe, a glob, a number
  not_found,         // a named file or directory does not exist
  unreadable,        // it exists, but cannot be read
  unsupported,       // the format, encryption or feature is not supported
  corrupt,           // the bytes violate their format
  limit_exceeded,    // the job reached a safety limit before its end
  io,                // an input or output operation failed: no permission, a disk error
  disk_full,         // writing failed because the disk is full
  cancelled,         // the caller stopped the job
  out_of_memory,     // there is not enough memory, or the input needs an impossible amount
  internal,          // any other exception: a defect, or an exception of a callback
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
