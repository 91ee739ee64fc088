// What dedup writes: survivors, those left out, or all of them annotated.
// Formats: docs/format.md, "dedup".
#pragma once

#include "base/compressed_file.h"
#include "cluster/member_similarity.h"
#include "cluster/merge_stores.h"
#include "cluster/store_view.h"
#include "read/collection.h"
#include "whorl/dedup.h"

namespace whorl::internal::cluster {

class DedupOutput {
 public:
  // `removed` names the list of those left out; empty: none is written.
  static Result<DedupOutput> open(base::FileSystem& file_system, const DedupOptions& options,
                                  const std::string& removed, const StoreView& store);

  // Writes a document where it belongs, and counts it.
  Result<void> add(store::DocId doc, const store::DocumentRecord& about,
                   const read::CollectionRecord& record, DedupSummary& summary);

  // Lists what could not be read, and puts the files in their places.
  Result<void> finish(const std::vector<Skipped>& skipped);

 private:
  DedupOutput(base::CompressedFile output, const DedupOptions& options, const StoreView& store);
  Result<void> keep(const read::CollectionRecord& record);
  Result<void> annotate(const read::CollectionRecord& record,
                        const nlohmann::ordered_json& verdict);
  Result<nlohmann::ordered_json> reason(const store::DocumentRecord& about, store::DocId survivor,
                                        DedupSummary& summary);
  Result<void> add_cluster(const ClusterPlace& assigned, nlohmann::ordered_json& verdict);

  base::CompressedFile output_;
  std::string output_name_;
  std::optional<base::CompressedFile> removed_;
  std::string removed_name_;
  bool annotate_;
  bool ids_alone_;
  const StoreView& store_;
  std::unique_ptr<MemberSimilarityMeter> meter_;
};

}  // namespace whorl::internal::cluster
