// Postings: k-grams of submissions, by hash.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/go_on.h"

namespace whorl::internal::index {

// One selected k-gram: its hash, its owner, and its position. Positions count symbols of the
// submission, as if all of its files were concatenated.
struct Posting {
  std::uint64_t hash = 0;
  std::uint32_t owner = 0;
  std::uint32_t position = 0;
  friend auto operator<=>(const Posting&, const Posting&) = default;

  // The same order, for base::radix_sort().
  std::array<std::uint64_t, 2> sort_key() const {
    return {hash, std::uint64_t{owner} << 32 | position};
  }
};

// The postings of the first hash; `sorted` must be sorted. Linear in them.
std::span<Posting> first_group(std::span<Posting> sorted);

// Calls visit(group) with the postings of each hash; `sorted` must be sorted. Asks about once in
// kUnasked postings whether to go on.
template <class Visit>
void for_groups(std::span<Posting> sorted, const base::Cancellation& watch, Visit visit) {
  constexpr std::size_t kUnasked = 1 << 16;
  for (auto rest = sorted; !rest.empty() && watch.goes_on();) {
    const std::size_t until = rest.size() - std::min(rest.size(), kUnasked);
    while (rest.size() > until) {
      const std::span<Posting> group = first_group(rest);
      rest = rest.subspan(group.size());
      visit(group);
    }
  }
}

// Writes the owners of a group's postings, each once, to `owners`.
void list_owners(std::span<const Posting> group, std::vector<std::uint32_t>& owners);

}  // namespace whorl::internal::index
