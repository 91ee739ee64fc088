// A finished store, opened to be asked: nothing is loaded but directories.
#pragma once

#include "cluster/cluster_table.h"
#include "cluster/name_index.h"
#include "cluster/pairs.h"
#include "cluster/store.h"

namespace whorl::clustering {

struct StoreView {
  Manifest manifest;
  DocumentTable documents;
  SetReader sets;
  ClusterTable clusters;
  NameIndex names;

  // Refuses what is no store or is not finished, and says what to do.
  static Result<StoreView> open(Disk& disk, const Disk::Path& store);
};

}  // namespace whorl::clustering
