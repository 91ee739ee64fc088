#include "jobs/collection/cluster/decisions.h"

#include "base/try.h"

namespace whorl::internal::cluster {
namespace {

void count(const Decision& decision, DedupSummary& summary) {
  ++summary.documents;
  if (decision.kept) {
    ++summary.kept;
    return;
  }
  switch (decision.similarity.kind) {
    case SimilarityKind::identical:
      ++summary.identical;
      break;
    case SimilarityKind::lexical:
      ++summary.lexical;
      break;
    case SimilarityKind::sketch:
      ++summary.same_sketch;
      break;
    case SimilarityKind::similar:
      ++summary.similar;
      break;
  }
}

}  // namespace

Result<Decision> Decisions::decide(store::DocId doc, const store::DocumentRecord& about,
                                   DedupSummary& summary) {
  Decision decision;
  WHORL_ASSIGN_OR_RETURN(decision.place, store_.clusters.place(doc));
  const store::DocId survivor = decision.place.survivor;
  decision.kept = survivor == doc;
  if (!decision.kept) {
    WHORL_ASSIGN_OR_RETURN(decision.similarity, meter_->measure(about, survivor));
    WHORL_ASSIGN_OR_RETURN(decision.survivor, store_.documents.record(survivor));
    WHORL_ASSIGN_OR_RETURN(auto names, store_.documents.names(decision.survivor));
    decision.survivor_id = std::move(names.id);
  }
  count(decision, summary);
  return decision;
}

Result<std::uint64_t> Decisions::cluster_size(const ClusterPlace& place) const {
  if (place.cluster == kNoCluster) return 1;
  return store_.clusters.size(place.cluster);
}

}  // namespace whorl::internal::cluster
