// Turns the out-of-memory reports of C libraries into std::bad_alloc.
#pragma once

#include <new>

namespace whorl::internal::base {

// Returns `pointer`. For functions that return null only if there is no memory.
template <class T>
T* allocated(T* pointer) {
  if (pointer == nullptr) throw std::bad_alloc();
  return pointer;
}

inline void throw_if_out_of_memory(bool out_of_memory) {
  if (out_of_memory) throw std::bad_alloc();
}

}  // namespace whorl::internal::base
