#include "store/stop_shingle_search.h"

#include <filesystem>

#include "base/new_file.h"
#include "base/try.h"
#include "store/set_reader.h"

namespace whorl::internal::store {

Result<void> find_stop_shingles(base::FileSystem& file_system, const base::FileSystem::Path& store,
                                std::span<const SketchEntry> entries, const StopShingleRule& rule,
                                const base::SortBudget& budget) {
  std::error_code ignored;
  std::filesystem::remove(store / kStopShinglesFile, ignored);  // of fewer documents
  WHORL_ASSIGN_OR_RETURN(auto sets, SetReader::open(file_system, store));
  base::ExternalSorter<std::uint64_t> sorter(file_system, budget);
  sketch::ShingleSet set;
  for (DocId doc = 0; doc < entries.size(); ++doc) {
    if (!rule.wanted(doc)) continue;
    WHORL_RETURN_IF_ERROR(sets.full_set(entries[doc], set));
    for (std::uint64_t shingle : set) {
      WHORL_RETURN_IF_ERROR(sorter.add(shingle));
    }
  }
  WHORL_ASSIGN_OR_RETURN(auto sorted, sorter.finish());
  sketch::ShingleSet common;
  std::uint64_t last = 0, holders = 0;
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto shingle, sorted.next());
    if (!shingle) break;
    holders = *shingle == last ? holders + 1 : 1;
    last = *shingle;
    if (holders == rule.max + 1) common.push_back(last);
  }
  const auto bytes = std::as_bytes(std::span(common));
  return base::replace_file(file_system, store / kStopShinglesFile,
                            {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace whorl::internal::store
