#include "registry/suspicions.h"

#include <algorithm>
#include <vector>

#include "base/guard.h"
#include "base/try.h"
#include "registry/opened_registry.h"
#include "registry/search_log.h"

namespace whorl::internal::registry {
namespace {

constexpr std::uint64_t kFewSearches = 20;
constexpr std::uint64_t kTimesTheUsual = 10;

// Counts of the documents that are there, one a document.
Result<std::vector<std::uint32_t>> counts_of(const Index& index, const SearchCounts& counts) {
  std::vector<std::uint32_t> there;
  Walk walk = index.database().walk(Table::documents);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
    if (!more) return there;
    const auto number = number_of_key(walk.key());
    if (number && *number < counts.of.size()) there.push_back(counts.of[*number]);
  }
}

std::uint64_t median_of(std::vector<std::uint32_t> counts) {
  if (counts.empty()) return 0;
  const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
  std::ranges::nth_element(counts, middle);
  return *middle;
}

}  // namespace

Result<SearchSuspicions> suspicions(const Index& index, const std::filesystem::path& folder) {
  WHORL_ASSIGN_OR_RETURN(const auto counts, count_searches(folder, index.facts().next));
  WHORL_ASSIGN_OR_RETURN(auto there, counts_of(index, counts));
  SearchSuspicions out{counts.searches, median_of(std::move(there)), {}};
  const std::uint64_t least = std::max(kFewSearches, kTimesTheUsual * out.usual);
  for (std::uint32_t number = 0; number < counts.of.size(); ++number) {
    if (counts.of[number] < least) continue;
    WHORL_ASSIGN_OR_RETURN(auto row, index.row(number));
    if (row) out.documents.push_back({std::move(row->document), counts.of[number]});
  }
  std::ranges::stable_sort(out.documents, std::ranges::greater(), &SearchedDocument::searches);
  return out;
}

}  // namespace whorl::internal::registry

namespace whorl {

using namespace internal;

Result<SearchSuspicions> Registry::suspicions() const try {
  return registry::suspicions(opened_->index, opened_->folder);
} catch (...) {
  return base::caught();
}

}  // namespace whorl
