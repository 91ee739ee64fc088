// What is decided of each document of a collection: kept, or removed and why. dedup() writes its
// files from these decisions, and decide() hands them over.
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
  bool large_cluster = false;  // why it is removed; then nothing below is set
  // Of a document that is removed for another: how it is similar to the kept one, and that one.
  MemberSimilarity similarity{};
  store::DocumentRecord survivor{};
  std::string survivor_id{};
};

class Decisions {
 public:
  // `store` must outlive it.
  static Result<Decisions> make(const StoreView& store, const DedupOptions& options);

  // Of a document, which is counted in `summary`.
  Result<Decision> decide(store::DocId doc, const store::DocumentRecord& about,
                          DedupSummary& summary);
  // How many documents the cluster has; 1 if the document is in none.
  Result<std::uint64_t> cluster_size(const ClusterPlace& place) const;

 private:
  explicit Decisions(const StoreView& store)
      : store_(store),
        meter_(std::make_unique<MemberSimilarityMeter>(store.documents, store.sets)) {}
  Result<bool> is_large(const ClusterPlace& place) const;

  const StoreView& store_;
  std::unique_ptr<MemberSimilarityMeter> meter_;
  std::uint64_t drop_over_ = 0;
  std::vector<bool> stays_;  // each document that stays beside its survivor; empty: none does
};

// A finished store and the first of its documents that were decided on: against a store, its
// documents come first.
struct DecidedStore {
  const StoreView& view;
  store::DocId first = 0;
  const DedupOptions& options;  // the store's folder among them
};

// Calls `visit` with the decision on each document in order, until it returns false.
Result<void> hand_over(const DecidedStore& store, const DecisionVisitor& visit, Progress& progress,
                       DedupSummary& summary);

}  // namespace whorl::internal::cluster
