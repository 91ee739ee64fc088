// What is decided of each document of a collection: kept, or removed and why. dedup() writes its
// files from these decisions, and decide() hands them over.
#pragma once

#include <memory>
#include <string>

#include "jobs/collection/cluster/cluster_table.h"
#include "jobs/collection/cluster/member_similarity.h"
#include "jobs/collection/cluster/store_view.h"
#include "whorl/dedup.h"

namespace whorl::internal::cluster {

struct Decision {
  ClusterPlace place;
  bool kept = true;
  // Of a removed document: how it is similar to the kept one, and that one.
  MemberSimilarity similarity{};
  store::DocumentRecord survivor{};
  std::string survivor_id{};
};

class Decisions {
 public:
  // `store` must outlive it.
  explicit Decisions(const StoreView& store)
      : store_(store),
        meter_(std::make_unique<MemberSimilarityMeter>(store.documents, store.sets)) {}

  // Of a document, which is counted in `summary`.
  Result<Decision> decide(store::DocId doc, const store::DocumentRecord& about,
                          DedupSummary& summary);
  // How many documents the cluster has; 1 if the document is in none.
  Result<std::uint64_t> cluster_size(const ClusterPlace& place) const;

 private:
  const StoreView& store_;
  std::unique_ptr<MemberSimilarityMeter> meter_;
};

// A finished store and the first of its documents that were decided on: against a store, its
// documents come first.
struct DecidedStore {
  const StoreView& view;
  store::DocId first = 0;
  const std::string& folder;
};

// Calls `visit` with the decision on each document in order, until it returns false.
Result<void> hand_over(const DecidedStore& store, const DecisionVisitor& visit, Progress& progress,
                       DedupSummary& summary);

}  // namespace whorl::internal::cluster
