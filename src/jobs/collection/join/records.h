// The records that a join sorts. None has padding, since runs are packed as bytes. The order of
// each is defined twice: by `<=>`, and as words for a radix sort.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "base/external_sort.h"
#include "store/records.h"

namespace whorl::internal::join {

// A shared shingle of a document; sorted, prefixes are taken rarest first.
struct Ranked {
  store::DocId doc;
  std::uint32_t holders;  // documents that keep the shingle; at least 2
  std::uint64_t shingle;
  auto operator<=>(const Ranked&) const = default;
  std::array<std::uint64_t, 2> sort_key() const { return {store::word_of(doc, holders), shingle}; }
};

// A shingle of a document's prefix, among those that are 0 mod moduli[level]. Those of one shingle
// and level are sorted by size, the order in which they are joined.
struct Prefix {
  std::uint64_t shingle;
  std::uint32_t size;  // of the document's shingles of this level
  store::DocId doc;
  std::uint32_t position;  // among those shingles, rarest first
  std::uint16_t level;
  std::uint16_t own;  // 1: the document's sketch is kept at this level
  auto operator<=>(const Prefix& other) const { return sort_key() <=> other.sort_key(); }
  bool operator==(const Prefix& other) const { return sort_key() == other.sort_key(); }
  // A document has a shingle once at a level, so these determine the record.
  std::array<std::uint64_t, 3> sort_key() const {
    return {shingle, store::word_of(level, size), store::word_of(doc, position)};
  }
};

struct CandidatePair {
  store::DocId a;  // a < b, or, of ranks in the order of preference, a > b
  store::DocId b;
  auto operator<=>(const CandidatePair&) const = default;
  std::array<std::uint64_t, 1> sort_key() const { return {store::word_of(a, b)}; }
};

}  // namespace whorl::internal::join

// One source instantiates the sorters of records that several sources sort.
extern template class whorl::internal::base::ExternalSorter<whorl::internal::join::CandidatePair>;
extern template class whorl::internal::base::ExternalSorter<whorl::internal::join::Prefix>;
