// The clusters as a table that queries look into: `clusters.bin`, written beside
// clusters.jsonl. Format: docs/format.md, "clusters".
#pragma once

#include <memory>
#include <vector>

#include "store/records.h"
#include "store/store_files.h"

namespace whorl::internal::cluster {

inline constexpr std::uint32_t kNoCluster = UINT32_MAX;

// What a document's place is: its cluster's number in clusters.jsonl, or none where it stands
// alone, and the survivor, itself where it stands alone.
struct ClusterPlace {
  std::uint32_t cluster = kNoCluster;
  store::DocId survivor = 0;
};

// Documents by cluster; clusters stand in the order of their first document, members ascend.
struct Grouped {
  std::vector<ClusterPlace> places;    // a document
  std::vector<std::uint64_t> offsets;  // in `members`, a cluster, and the end
  std::vector<store::DocId> members;
  std::uint64_t clusters() const { return offsets.size() - 1; }
};

// `survivor` of each document, itself where it stands alone.
Grouped group(const std::vector<store::DocId>& survivor);

Result<void> write_table(store::StoreFiles& files, const Grouped& grouped);

// Reads any part of the table without the rest.
class ClusterTable {
 public:
  // Refuses a table that is not of `documents` documents.
  static Result<ClusterTable> open(const store::StoreFiles& files, std::uint64_t documents);

  std::uint64_t clusters() const { return clusters_; }
  Result<ClusterPlace> place(store::DocId doc) const;
  // Ascending. The error says how many clusters there are where there is none of the number.
  Result<std::vector<store::DocId>> members(std::uint64_t cluster) const;
  Result<std::uint64_t> size(std::uint64_t cluster) const;

 private:
  ClusterTable(std::unique_ptr<base::ReadableFile> places,
               std::unique_ptr<base::ReadableFile> clusters)
      : places_file_(std::move(places)), clusters_file_(std::move(clusters)) {}
  Result<std::pair<std::uint64_t, std::uint64_t>> range(std::uint64_t cluster) const;

  // The same file. A reader keeps the block that it read last; places and clusters that are asked
  // for by turns would replace each other's.
  std::unique_ptr<base::ReadableFile> places_file_;
  std::unique_ptr<base::ReadableFile> clusters_file_;
  std::uint64_t documents_ = 0;
  std::uint64_t clusters_ = 0;
  std::uint64_t members_ = 0;
};

}  // namespace whorl::internal::cluster
