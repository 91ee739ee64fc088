#include "registry/owner_filter.h"

#include <algorithm>
#include <iterator>

#include "base/try.h"

namespace whorl::internal::registry {
namespace {

using Numbers = std::vector<std::uint32_t>;

Matches without(const Matches& found, auto goes) {
  Matches kept;
  for (const Matches::OfHash& hash : found.hashes) {
    const std::size_t begin = kept.documents.size();
    std::ranges::remove_copy_if(found.of(hash), std::back_inserter(kept.documents), goes);
    if (kept.documents.size() == begin) continue;
    kept.hashes.push_back({hash.query, begin, kept.documents.size()});
  }
  return kept;
}

bool has(const Numbers& numbers, std::uint32_t document) {
  return std::ranges::binary_search(numbers, document);
}

}  // namespace

Result<std::uint64_t> keep_owners(const Index& index, const RegistrySearchOptions& options,
                                  Matches& found) {
  const std::string& only = options.only_owner;
  const std::string& except = options.exclude_owner;
  if (!only.empty() && only == except) {
    found = {};
    return 0;
  }
  if (!only.empty()) {
    WHORL_ASSIGN_OR_RETURN(const Numbers* const own, index.documents_of(only));
    found = without(found, [&](std::uint32_t document) { return !has(*own, document); });
    return own->size();
  }
  std::uint64_t documents = index.facts().documents;
  if (except.empty()) return documents;
  WHORL_ASSIGN_OR_RETURN(const Numbers* const others, index.documents_of(except));
  found = without(found, [&](std::uint32_t document) { return has(*others, document); });
  return documents - std::min<std::uint64_t>(documents, others->size());
}

}  // namespace whorl::internal::registry
