#include "cluster/store_view.h"
#include "store/set_reader.h"

namespace whorl::internal::cluster {

Result<StoreView> StoreView::open(base::FileSystem& file_system,
                                  const base::FileSystem::Path& store) {
  auto manifest = store::load_finished(file_system, store);
  if (!manifest) return tl::unexpected(manifest.error());
  const std::uint64_t count = manifest->ingest.documents;
  auto documents = store::DocumentTable::open(file_system, store, count);
  if (!documents) return tl::unexpected(documents.error());
  auto sets = store::SetReader::open(file_system, store);
  if (!sets) return tl::unexpected(sets.error());
  auto clusters = ClusterTable::open(file_system, store / store::kClustersFile, count);
  if (!clusters) return tl::unexpected(clusters.error());
  auto names = store::NameIndex::open(file_system, store);
  if (!names) return tl::unexpected(names.error());
  return StoreView{std::move(*manifest), std::move(*documents), std::move(*sets),
                   std::move(*clusters), std::move(*names)};
}

}  // namespace whorl::internal::cluster
