#include "store/stop_shingle_search.h"

#include "base/try.h"

namespace whorl::internal::store {

Result<void> find_stop_shingles(StoreFiles& files, const StoredSets& sets,
                                const StopShingleRule& rule, const base::SortBudget& budget,
                                Progress& progress) {
  base::ExternalSorter<std::uint64_t> sorter(files.file_system(), budget);
  sketch::ShingleSet set;
  for (DocId doc = 0; doc < sets.entries.size(); ++doc) {
    progress.advance(1);
    if (!rule.wanted(doc)) continue;
    WHORL_RETURN_IF_ERROR(sets.reader.full_set(sets.entries[doc], set));
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
  WHORL_ASSIGN_OR_RETURN(auto file, files.write(kStopShinglesFile));
  WHORL_RETURN_IF_ERROR(file->append(std::as_bytes(std::span(common))));
  return file->sync();
}

}  // namespace whorl::internal::store
