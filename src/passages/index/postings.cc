#include "passages/index/postings.h"

#include <algorithm>

namespace whorl::internal::index {

std::span<Posting> first_group(std::span<Posting> sorted) {
  const auto end = std::ranges::find_if(
      sorted, [&](const Posting& posting) { return posting.hash != sorted.front().hash; });
  return {sorted.begin(), end};
}

void list_owners(std::span<const Posting> group, std::vector<std::uint32_t>& owners) {
  owners.clear();
  for (const Posting& posting : group) {
    if (owners.empty() || posting.owner != owners.back()) owners.push_back(posting.owner);
  }
}

}  // namespace whorl::internal::index
