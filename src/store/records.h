// Documents by number, in the order in which they were read, and the record that the shingle index
// sorts. A record has no padding, since runs are compressed as bytes. Its order is defined twice:
// by `<=>`, and as words for a radix sort.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "base/external_sort.h"

namespace whorl::internal::store {

using DocId = std::uint32_t;
inline constexpr std::uint64_t kMaxDocuments = UINT32_MAX;

constexpr std::uint64_t word_of(std::uint32_t high, std::uint32_t low) {
  return std::uint64_t{high} << 32 | low;
}

// A document that keeps a shingle.
struct Posting {
  std::uint64_t shingle;
  std::uint64_t doc;
  auto operator<=>(const Posting&) const = default;
  std::array<std::uint64_t, 2> sort_key() const { return {shingle, doc}; }
};

}  // namespace whorl::internal::store

// One source instantiates the sorters of records that several sources sort.
extern template class whorl::internal::base::ExternalSorter<whorl::internal::store::Posting>;
