#include "store/shingle_lookup.h"

#include <algorithm>

#include "base/try.h"

namespace whorl::internal::store {

Result<std::vector<SharedShingles>> documents_sharing(const ShingleIndex& index,
                                                      sketch::ShingleSpan set) {
  IndexLookup lookup(index);
  std::vector<DocId> holders;
  for (std::uint64_t shingle : set) {
    WHORL_RETURN_IF_ERROR(lookup.documents(shingle, holders));
  }
  std::sort(holders.begin(), holders.end());
  std::vector<SharedShingles> shared;
  for (DocId doc : holders) {
    if (shared.empty() || shared.back().doc != doc) shared.push_back({doc, 0});
    ++shared.back().kept;
  }
  return shared;
}

SimilarityRank expected_rank(const DocumentRecord& about, std::uint32_t kept,
                             sketch::ShingleSpan set) {
  if (about.set.count == 0 || set.empty()) return {};
  const auto size = static_cast<double>(set.size());
  const double contained = static_cast<double>(kept) / static_cast<double>(about.set.count);
  const double both = std::min(contained * static_cast<double>(about.set.full_size), size);
  return {both / size, contained};
}

}  // namespace whorl::internal::store
