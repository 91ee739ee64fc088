// The decision for each document of a collection: kept, or removed with a reason. dedup() writes
// its files from these decisions, and decide() returns them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jobs/collection/cluster/cluster_table.h"
#include "jobs/collection/cluster/member_similarity.h"
#include "jobs/collection/cluster/store_view.h"
#include "whorl/dedup.h"

namespace whorl::internal::cluster {

struct Decision {
  ClusterPlace place;
  bool kept = true;
  bool large_cluster = false;  // the reason of its removal; then the members below are not set
  // For a document that is removed because of another: its similarity to the kept one, and the kept
  // one.
  MemberSimilarity similarity{};
  store::DocumentRecord survivor{};
  std::string survivor_id{};
};

class Decisions {
 public:
  // `store` must outlive it.
  static Result<Decisions> make(const StoreView& store, const DedupOptions& options);

  // The decision for a document; counts it in `summary`.
  Result<Decision> decide(store::DocId doc, const store::DocumentRecord& about,
                          DedupSummary& summary);
  // The number of documents in the cluster; 1 if the document is in none.
  Result<std::uint64_t> cluster_size(const ClusterPlace& place) const;

 private:
  explicit Decisions(const StoreView& store)
      : store_(store),
        meter_(std::make_unique<MemberSimilarityMeter>(store.documents, store.sets)) {}
  Result<bool> is_large(const ClusterPlace& place) const;

  const StoreView& store_;
  std::unique_ptr<MemberSimilarityMeter> meter_;
  std::uint64_t drop_over_ = 0;
  std::vector<bool> stays_;  // documents that stay although their cluster has another kept
                             // document; empty if none do
};

// A finished store and the first of its documents to decide on. In a run against a store, that
// store's documents come first.
struct DecidedStore {
  const StoreView& view;
  store::DocId first = 0;
  const DedupOptions& options;  // includes the store's folder
};

// Calls `visit` with the decision on each document in order, until it returns false.
Result<void> hand_over(const DecidedStore& store, const DecisionVisitor& visit, Progress& progress,
                       DedupSummary& summary);

}  // namespace whorl::internal::cluster
