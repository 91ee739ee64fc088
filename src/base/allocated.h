// What libraries in C allocate: where they report that there is no memory, std::bad_alloc is
// thrown.
#pragma once

#include <new>

namespace whorl::internal::base {

// The pointer, which is null only for want of memory.
template <class T>
T* allocated(T* pointer) {
  if (pointer == nullptr) throw std::bad_alloc();
  return pointer;
}

// For a status of the library that is, or is not, the one for want of memory.
inline void refuse_want_of_memory(bool wanting) {
  if (wanting) throw std::bad_alloc();
}

}  // namespace whorl::internal::base
