// Memory that is given back before its owner goes.
#pragma once

#include <utility>

namespace whorl::internal::base {

// Makes `object` as new and frees what it held: a container that is assigned {} keeps its memory.
template <class T>
void release(T& object) {
  [[maybe_unused]] const T gone = std::exchange(object, T());
}

}  // namespace whorl::internal::base
