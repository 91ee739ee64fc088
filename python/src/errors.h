// Errors of the library as exceptions of Python.
#pragma once

#include <utility>

#include "whorl/result.h"

namespace whorl::python {

// Throws the exception of python/whorl/_errors.py for the code of `error`. Needs the GIL.
[[noreturn]] void raise(const Error& error);

// The value, or the exception. Needs the GIL.
template <class T>
T value_or_raise(Result<T>&& result) {
  if (!result) raise(result.error());
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

}  // namespace whorl::python
