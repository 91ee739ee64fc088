// Frees memory before its owner is destroyed.
#pragma once

#include <utility>

namespace whorl::internal::base {

// Resets `object` and frees its memory; assigning {} to a container would keep the memory.
template <class T>
void release(T& object) {
  [[maybe_unused]] const T gone = std::exchange(object, T());
}

}  // namespace whorl::internal::base
