#include "jobs/collection/cluster/decisions.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.h"
#include "jobs/collection/cluster/linkage.h"
#include "store/stopped.h"

namespace whorl::internal::cluster {
namespace {

void count(const Decision& decision, DedupSummary& summary) {
  ++summary.documents;
  if (decision.kept) {
    ++summary.kept;
    return;
  }
  if (decision.large_cluster) {
    ++summary.large_cluster;
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

Result<DedupDecision> describe(const DecidedStore& store, const Decisions& decisions,
                               const store::DocumentRecord& about, store::DocumentNames names,
                               const Decision& decision) {
  const auto row = about.row();
  if (!row) {
    return fail(ErrorCode::unsupported,
                store.options.cluster.store +
                    ": has no record numbers, because another call created it or a number exceeds "
                    "4,294,967,293; name another store, or none");
  }
  DedupDecision out;
  out.row = *row;
  out.document = {std::move(names.id), std::move(names.url), std::move(names.date), about.bytes,
                  row};
  if (decision.place.cluster != kNoCluster) out.cluster = decision.place.cluster;
  WHORL_ASSIGN_OR_RETURN(out.cluster_size, decisions.cluster_size(decision.place));
  if (decision.kept) {
    out.kept_row = row;
    out.kept_id = out.document.id;
    return out;
  }
  out.large_cluster = decision.large_cluster;
  if (out.large_cluster) return out;
  out.reason = decision.similarity.kind;
  out.kept_row = decision.survivor.row();
  out.kept_id = decision.survivor_id;
  out.kept_is_against = decision.place.survivor < store.first;
  out.resemblance = decision.similarity.resemblance;
  out.contained = decision.similarity.contained;
  out.contains = decision.similarity.contains;
  return out;
}

// The best `keep` documents of each cluster. 8 bytes a document while it runs.
Result<std::vector<bool>> best_members(const StoreView& store, const ClusterThresholds& thresholds,
                                       std::uint64_t keep) {
  WHORL_ASSIGN_OR_RETURN(const auto prefer, preferences(store.documents, thresholds));
  const auto place = [&](store::DocId doc) { return std::pair(prefer[doc], doc); };
  std::vector<bool> best(prefer.size());
  for (std::uint64_t cluster = 0; cluster < store.clusters.clusters(); ++cluster) {
    WHORL_ASSIGN_OR_RETURN(auto members, store.clusters.members(cluster));
    const auto end = members.begin() +
                     static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(keep, members.size()));
    std::ranges::partial_sort(members, end, {}, place);
    std::for_each(members.begin(), end, [&](store::DocId doc) { best[doc] = true; });
  }
  return best;
}

}  // namespace

Result<Decisions> Decisions::make(const StoreView& store, const DedupOptions& options) {
  Decisions decisions(store);
  decisions.drop_over_ = options.drop_clusters_over;
  if (options.keep > 1) {
    WHORL_ASSIGN_OR_RETURN(decisions.stays_,
                           best_members(store, options.cluster.thresholds, options.keep));
  }
  return decisions;
}

Result<bool> Decisions::is_large(const ClusterPlace& place) const {
  if (drop_over_ == 0) return false;
  WHORL_ASSIGN_OR_RETURN(const std::uint64_t size, cluster_size(place));
  return size > drop_over_;
}

Result<Decision> Decisions::decide(store::DocId doc, const store::DocumentRecord& about,
                                   DedupSummary& summary) {
  Decision decision;
  WHORL_ASSIGN_OR_RETURN(decision.place, store_.clusters.place(doc));
  const store::DocId survivor = decision.place.survivor;
  WHORL_ASSIGN_OR_RETURN(decision.large_cluster, is_large(decision.place));
  decision.kept = !decision.large_cluster && (survivor == doc || (!stays_.empty() && stays_[doc]));
  if (!decision.kept && !decision.large_cluster) {
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

Result<void> hand_over(const DecidedStore& store, const DecisionVisitor& visit, Progress& progress,
                       DedupSummary& summary) {
  const store::DocumentTable& documents = store.view.documents;
  WHORL_ASSIGN_OR_RETURN(auto decisions, Decisions::make(store.view, store.options));
  progress.phase("documents", documents.size() - store.first);
  bool enough = false;
  const auto decided = [&](store::DocId doc, const store::DocumentRecord& about,
                           store::DocumentNames& names) -> Result<void> {
    if (progress.cancelled()) return store::stopped();
    WHORL_ASSIGN_OR_RETURN(const auto decision, decisions.decide(doc, about, summary));
    WHORL_ASSIGN_OR_RETURN(const auto shown,
                           describe(store, decisions, about, std::move(names), decision));
    progress.advance(1);
    WHORL_ASSIGN_OR_RETURN(const bool more, visit(shown));
    enough = !more;
    return more ? Result<void>{} : fail(ErrorCode::cancelled, "");
  };
  auto walked = documents.for_each_named(decided, store.first);
  return enough ? Result<void>{} : walked;
}

}  // namespace whorl::internal::cluster
