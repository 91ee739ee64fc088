#include "store/duplicate_ids.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/try.h"
#include "read/skip_log.h"

namespace whorl::internal::store {
namespace {

struct HashedId {
  std::uint64_t hash;
  std::uint64_t doc;
  auto operator<=>(const HashedId&) const = default;
};

Result<std::string> id_of(const DocumentTable& documents, std::uint64_t doc) {
  WHORL_ASSIGN_OR_RETURN(auto record, documents.record(static_cast<DocId>(doc)));
  WHORL_ASSIGN_OR_RETURN(auto names, documents.names(record));
  return std::move(names.id);
}

}  // namespace

Result<std::vector<Skipped>> repeated_ids(base::FileSystem& file_system,
                                          const DocumentTable& documents,
                                          const base::SortBudget& budget) {
  base::ExternalSorter<HashedId> sorter(file_system, budget);
  auto hashed = documents.for_each_named(
      [&](DocId doc, const DocumentRecord&, const DocumentNames& names) -> Result<void> {
        return sorter.add({XXH3_64bits(names.id.data(), names.id.size()), doc});
      });
  WHORL_RETURN_IF_ERROR(hashed);
  WHORL_ASSIGN_OR_RETURN(auto sorted, sorter.finish());
  read::SkipLog repeated;
  HashedId first{};
  for (bool any = false;; any = true) {
    WHORL_ASSIGN_OR_RETURN(auto next, sorted.next());
    if (!next) return repeated.list();
    if (!any || next->hash != first.hash) {
      first = *next;
      continue;
    }
    WHORL_ASSIGN_OR_RETURN(auto id, id_of(documents, next->doc));
    repeated.add({id, "is the id of several documents; each counts by itself", SkipKind::fallback});
  }
}

}  // namespace whorl::internal::store
