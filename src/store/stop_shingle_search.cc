#include "store/stop_shingle_search.h"

#include <filesystem>

#include "store/set_reader.h"

namespace whorl::internal::store {

Result<void> find_stop_shingles(base::FileSystem& file_system, const base::FileSystem::Path& store,
                                std::span<const SketchEntry> entries,
                                const std::function<bool(DocId)>& wanted, std::uint64_t most,
                                const base::SortBudget& budget) {
  std::error_code ignored;
  std::filesystem::remove(store / kStopShinglesFile, ignored);  // of fewer documents
  auto sets = SetReader::open(file_system, store);
  if (!sets) return tl::unexpected(sets.error());
  base::ExternalSorter<std::uint64_t> sorter(file_system, budget);
  sketch::ShingleSet set;
  for (DocId doc = 0; doc < entries.size(); ++doc) {
    if (!wanted(doc)) continue;
    if (auto got = sets->full_set(entries[doc], set); !got) return got;
    for (std::uint64_t shingle : set) {
      if (auto added = sorter.add(shingle); !added) return added;
    }
  }
  auto sorted = sorter.finish();
  if (!sorted) return tl::unexpected(sorted.error());
  sketch::ShingleSet common;
  std::uint64_t last = 0, holders = 0;
  while (true) {
    auto shingle = sorted->next();
    if (!shingle) return tl::unexpected(shingle.error());
    if (!*shingle) break;
    holders = **shingle == last ? holders + 1 : 1;
    last = **shingle;
    if (holders == most + 1) common.push_back(last);
  }
  const auto bytes = std::as_bytes(std::span(common));
  return file_system.replace(store / kStopShinglesFile,
                             {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace whorl::internal::store
