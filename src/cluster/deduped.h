// What dedup writes: survivors, those left out, or all of them annotated.
// Formats: docs/format.md, "dedup".
#pragma once

#include "base/packed_file.h"
#include "cluster/likeness.h"
#include "cluster/parts.h"
#include "cluster/store_view.h"
#include "read/collection.h"
#include "whorl/dedup.h"

namespace whorl::clustering {

class DedupOutput {
 public:
  // `removed` names the list of those left out; empty: none is written.
  static Result<DedupOutput> open(Disk& disk, const DedupOptions& options,
                                  const std::string& removed, const StoreView& store);

  // Writes a document where it belongs, and counts it.
  Result<void> add(DocId doc, const DocumentRecord& about, const CollectionRecord& record,
                   DedupSummary& summary);

  // Lists what could not be read, and puts the files in their places.
  Result<void> finish(const std::vector<Skipped>& skipped);

 private:
  DedupOutput(PackedFile output, const DedupOptions& options, const StoreView& store);
  Result<void> keep(const CollectionRecord& record);
  Result<void> annotate(const CollectionRecord& record, const nlohmann::ordered_json& verdict);
  Result<nlohmann::ordered_json> reason(const DocumentRecord& about, DocId survivor,
                                        DedupSummary& summary);
  Result<void> place_in_cluster(const ClusterPlace& place, nlohmann::ordered_json& verdict);

  PackedFile output_;
  std::optional<PackedFile> removed_;
  bool annotate_;
  bool ids_alone_;
  const StoreView& store_;
  std::unique_ptr<LikenessMeter> meter_;
};

}  // namespace whorl::clustering
