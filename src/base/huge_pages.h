// Room for long lists, in the large pages of the system where it gives them.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whorl::internal::base {

// Asks for large pages below memory that is filled from its beginning and not touched yet: a list
// of a gigabyte then enters memory in 512 steps and not in 262,144. What the system does about it
// is its own choice, and no error. O(1).
inline void ask_for_huge_pages(void* begin, std::size_t bytes) {
#if defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t kPage = 2 << 20;  // less than one is not worth the call
  const auto first = (reinterpret_cast<std::uintptr_t>(begin) + kPage - 1) & ~(kPage - 1);
  const auto end = (reinterpret_cast<std::uintptr_t>(begin) + bytes) & ~(kPage - 1);
  if (first < end) ::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
}

// Reserves room for `size` items of a list that will have about as many.
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
