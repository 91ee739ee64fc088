#include "jobs/collection/cluster/store_view.h"

#include "base/try.h"
#include "store/open_published.h"
#include "store/set_reader.h"

namespace whorl::internal::cluster {

namespace {

Result<StoreView> open_now(base::FileSystem& file_system, const base::FileSystem::Path& store) {
  WHORL_ASSIGN_OR_RETURN(auto manifest, store::load_finished(file_system, store));
  if (!manifest.thresholds) {
    return fail(ErrorCode::invalid_argument,
                store.string() + ": not finished: run the command that creates it again");
  }
  store::StoreFiles files(file_system, store, manifest.files);
  return StoreView::of(std::move(files), std::move(manifest));
}

}  // namespace

Result<StoreView> StoreView::of(store::StoreFiles files, store::Manifest manifest) {
  const std::uint64_t count = manifest.ingest.documents;
  WHORL_ASSIGN_OR_RETURN(auto documents, store::DocumentTable::open(files, count));
  WHORL_ASSIGN_OR_RETURN(auto run, join::ResolvedRun::of(manifest.settings));
  WHORL_ASSIGN_OR_RETURN(auto sets,
                         store::SetReader::open(files, run.shingling.sketching, run.verify));
  WHORL_ASSIGN_OR_RETURN(auto clusters, ClusterTable::open(files, count));
  WHORL_ASSIGN_OR_RETURN(auto names, store::NameIndex::open(files));
  std::optional<store::PositionReader> positions;
  if (run.positions) {
    WHORL_ASSIGN_OR_RETURN(positions, store::PositionReader::open(files, count, run.shingle));
  }
  return StoreView{std::move(files), std::move(manifest), std::move(run),   std::move(documents),
                   std::move(sets),  std::move(clusters), std::move(names), std::move(positions)};
}

Result<StoreView> StoreView::open(base::FileSystem& file_system,
                                  const base::FileSystem::Path& store) {
  return store::open_published([&] { return open_now(file_system, store); });
}

}  // namespace whorl::internal::cluster
