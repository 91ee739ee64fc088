// Errors of the library as exceptions of Python.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "whorl/result.h"

namespace whorl::python {

// Throws the exception of python/whorl/_errors.py for the code of `error`. Needs the GIL.
[[noreturn]] void raise(const Error& error);

// Throws whorl.ColumnTypeError: data has a type that is not read. Needs the GIL.
[[noreturn]] void raise_column_type(const std::string& message);

// Throws the exception of a signal handler, such as KeyboardInterrupt, if a signal has come. Loops
// over many objects of Python call it, because no code of Python runs between their steps. Needs
// the GIL.
void check_signals();

// Calls check_signals() on one call in 1,024.
class SignalCheck {
 public:
  void operator()() {
    if (++calls_ % 1024 == 0) check_signals();
  }

 private:
  std::uint32_t calls_ = 0;
};

// The value, or the exception. Needs the GIL.
template <class T>
T value_or_raise(Result<T>&& result) {
  if (!result) raise(result.error());
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

}  // namespace whorl::python
