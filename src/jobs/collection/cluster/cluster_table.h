// The clusters as a table for queries: `clusters.bin`, written next to clusters.jsonl. Format:
// docs/format.md, "clusters".
#pragma once

#include <memory>
#include <vector>

#include "store/records.h"
#include "store/store_files.h"

namespace whorl::internal::cluster {

inline constexpr std::uint32_t kNoCluster = UINT32_MAX;

// The cluster of a document: its number in clusters.jsonl, or none if the document is alone; and
// the cluster's kept document. A document that is alone is its own kept document.
struct ClusterPlace {
  std::uint32_t cluster = kNoCluster;
  store::DocId survivor = 0;
};

// Documents by cluster. Clusters are in the order of their first document; members ascend.
struct Grouped {
  std::vector<ClusterPlace> places;    // a document
  std::vector<std::uint64_t> offsets;  // in `members`, for each cluster; and the end
  std::vector<store::DocId> members;
  std::uint64_t clusters() const { return offsets.size() - 1; }
};

// `survivor` is the kept document for each document; for one that is alone, itself.
Grouped group(const std::vector<store::DocId>& survivor);

Result<void> write_table(store::StoreFiles& files, const Grouped& grouped);

// Reads parts of the table without the rest.
class ClusterTable {
 public:
  // Fails unless the table has `documents` documents.
  static Result<ClusterTable> open(const store::StoreFiles& files, std::uint64_t documents);

  std::uint64_t clusters() const { return clusters_; }
  Result<ClusterPlace> place(store::DocId doc) const;
  // Ascending. If the number does not exist, the error gives the number of clusters.
  Result<std::vector<store::DocId>> members(std::uint64_t cluster) const;
  Result<std::uint64_t> size(std::uint64_t cluster) const;

 private:
  ClusterTable(std::unique_ptr<base::ReadableFile> places,
               std::unique_ptr<base::ReadableFile> clusters)
      : places_file_(std::move(places)), clusters_file_(std::move(clusters)) {}
  Result<std::pair<std::uint64_t, std::uint64_t>> range(std::uint64_t cluster) const;

  // The same file. A reader caches the block that it read last. With one reader, alternating reads
  // of places and clusters would replace each other's block.
  std::unique_ptr<base::ReadableFile> places_file_;
  std::unique_ptr<base::ReadableFile> clusters_file_;
  std::uint64_t documents_ = 0;
  std::uint64_t clusters_ = 0;
  std::uint64_t members_ = 0;
};

}  // namespace whorl::internal::cluster
