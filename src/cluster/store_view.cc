#include "cluster/store_view.h"

namespace whorl::clustering {

Result<StoreView> StoreView::open(Disk& disk, const Disk::Path& store) {
  auto manifest = load_finished(disk, store);
  if (!manifest) return tl::unexpected(manifest.error());
  const std::uint64_t count = manifest->ingest.documents;
  auto documents = DocumentTable::open(disk, store, count);
  if (!documents) return tl::unexpected(documents.error());
  auto sets = SetReader::open(disk, store);
  if (!sets) return tl::unexpected(sets.error());
  auto clusters = ClusterTable::open(disk, store / kClustersFile, count);
  if (!clusters) return tl::unexpected(clusters.error());
  auto names = NameIndex::open(disk, store);
  if (!names) return tl::unexpected(names.error());
  return StoreView{std::move(*manifest), std::move(*documents), std::move(*sets),
                   std::move(*clusters), std::move(*names)};
}

}  // namespace whorl::clustering
