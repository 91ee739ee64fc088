// A finished store, opened for queries: only directories are loaded.
#pragma once

#include <optional>

#include "jobs/collection/cluster/cluster_table.h"
#include "jobs/collection/join/pair_file.h"
#include "jobs/collection/join/resolved_run.h"
#include "store/name_index.h"
#include "store/positions.h"
#include "store/set_reader.h"

namespace whorl::internal::cluster {

struct StoreView {
  store::StoreFiles files;
  store::Manifest manifest;
  join::ResolvedRun run;  // the resolved settings of the manifest
  store::DocumentTable documents;
  store::SetReader sets;
  ClusterTable clusters;
  store::NameIndex names;
  std::optional<store::PositionReader> positions;  // if the store keeps them

  // Fails if it is no store or not finished, and says what to do.
  static Result<StoreView> open(base::FileSystem& file_system, const base::FileSystem::Path& store);
  // The same for opened files.
  static Result<StoreView> of(store::StoreFiles files, store::Manifest manifest);
};

}  // namespace whorl::internal::cluster
