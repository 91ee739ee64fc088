// Memory for long lists, in large pages if the system provides them.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whorl::internal::base {

// Asks for large pages for memory that is filled from its beginning and is not touched yet. A list
// of 1 GB then enters memory in 512 steps, not in 262,144. The system may ignore this; that is no
// error. O(1).
inline void ask_for_huge_pages(void* begin, std::size_t bytes) {
#if defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t kPage = 2 << 20;  // less than one is not worth the call
  const auto first = (reinterpret_cast<std::uintptr_t>(begin) + kPage - 1) & ~(kPage - 1);
  const auto end = (reinterpret_cast<std::uintptr_t>(begin) + bytes) & ~(kPage - 1);
  if (first < end) ::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
}

// Reserves memory for a list that will have about `size` items.
template <class T>
void reserve_long(std::vector<T>& list, std::size_t size) {
  if (size <= list.capacity()) return;
  list.reserve(size);
  ask_for_huge_pages(list.data() + list.size(), (size - list.size()) * sizeof(T));
}

// A list of `size` items, each as T() is.
template <class T>
std::vector<T> long_list(std::size_t size) {
  std::vector<T> list;
  reserve_long(list, size);
  list.resize(size);
  return list;
}

}  // namespace whorl::internal::base
