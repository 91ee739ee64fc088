// The phase of pairs: what the store keeps of them, by its join method.
#include <algorithm>

#include "base/heap.h"
#include "base/try.h"
#include "jobs/collection/cluster/component_search.h"
#include "jobs/collection/cluster/merge_stores.h"
#include "jobs/collection/cluster/pipeline.h"
#include "jobs/collection/cluster/preference_order.h"
#include "jobs/collection/cluster/survivor_search.h"
#include "jobs/collection/join/verify_pairs.h"
#include "store/set_reader.h"

namespace whorl::internal::cluster {
namespace {

// Of what two sketches show of a containment nothing is sure: the finer one may keep few shingles
// at the modulus of the coarser. With verification candidates are taken this far below.
constexpr double kContainmentSlack = 0.6;

}  // namespace

// The shingles that are left out of all that follows.
Result<void> Pipeline::seek_common() {
  const std::uint64_t most = run_.common;
  if (most == 0) return {};
  progress_.phase("counting shingles", entries_.size());
  const auto wanted = [&](store::DocId doc) { return duplicates_.is_representative(doc); };
  files_.drop(store::kStopShinglesFile);  // of fewer documents
  WHORL_ASSIGN_OR_RETURN(auto sets, open_sets());
  WHORL_RETURN_IF_ERROR(store::find_stop_shingles(files_, {sets, entries_}, {wanted, most},
                                                  budget("common"), progress_));
  WHORL_ASSIGN_OR_RETURN(common_, store::StopShingles::load(files_));
  return {};
}

join::CandidateOptions Pipeline::candidate_options() const {
  const bool below = run_.verify && sketching().kind() != sketch::SketchKind::all;
  join::CandidateOptions options;
  options.resemblance = below ? join::LeastShown(sketching(), run_.keep_resemblance)
                              : join::LeastShown(sketching().of_kept_sets(run_.keep_resemblance));
  options.containment = run_.keep_containment * (below ? kContainmentSlack : 1);
  options.common = common_;
  options.budget = budget("pairs");
  return options;
}

join::CandidateOptions Pipeline::ranked_options(std::span<const std::uint32_t> ranks) const {
  join::CandidateOptions options = candidate_options();
  options.rank_of = ranks;
  if (run_.verify && run_.common == 0) {
    options.sizes = join::SizeRule(entries_, run_.keep_resemblance);
  }
  return options;
}

// What a join by shared keys finds is the same at any memory, and so is what one for containment
// does.
join::KeepRule Pipeline::keep_rule() const {
  join::KeepRule rule{run_.keep_resemblance, run_.keep_containment, run_.verify};
  if (run_.method.row->shown && run_.keep_containment == 0) {
    rule.least_shown = candidate_options().resemblance;
  }
  return rule;
}

Result<store::ShingleIndex> Pipeline::open_index(join::CandidateStats& stats) {
  if (!files_.has(store::kIndexFile)) {
    WHORL_ASSIGN_OR_RETURN(const std::uint64_t spilled, make_index());
    stats.spilled_bytes += spilled;
    progress_.phase("finding pairs", entries_.size());
  }
  WHORL_ASSIGN_OR_RETURN(auto file, files_.read(store::kIndexFile));
  return store::ShingleIndex::open(std::move(file), entries_.size());
}

Result<join::CandidateStream> Pipeline::candidates(std::span<const std::uint32_t> ranks,
                                                   join::CandidateStats& stats) {
  WHORL_ASSIGN_OR_RETURN(auto index, open_index(stats));
  const join::CandidateOptions options = ranked_options(ranks);
  const join::SketchScan sketches = [&](const store::SketchVisitor& visit) {
    return scan([&](store::DocId doc, const sketch::SketchView& sketch) {
      progress_.advance(1);
      return visit(doc, sketch);
    });
  };
  const join::ModulusOf modulus_of = [&](store::DocId doc) {
    return std::uint64_t{entries_[doc].modulus};
  };
  return run_.method.row->run({file_system_, index, sketches, modulus_of, sketching().moduli()},
                              run_.method, options, stats);
}

Result<void> Pipeline::seek_pairs() {
  const Stopwatch watch;
  WHORL_RETURN_IF_ERROR(seek_common());
  progress_.phase("finding pairs", entries_.size());
  join::CandidateStats stats;
  WHORL_RETURN_IF_ERROR(keep(stats));
  return end_phase("find pairs", watch, stats.spilled_bytes);
}

Result<void> Pipeline::keep(join::CandidateStats& stats) {
  switch (run_.method.row->keeps) {
    case join::JoinKeeps::components:
      return keep_components(stats);
    case join::JoinKeeps::survivors:
      return keep_survivors(stats);
    case join::JoinKeeps::pairs:
      break;
  }
  return keep_pairs(stats);
}

Result<void> Pipeline::recount_pairs(double containment) {
  recounts_ = true;
  run_.keep_containment = manifest_.settings.keep_containment = containment;
  manifest_.done.resize(static_cast<std::size_t>(store::Phase::pairs));
  return seek_pairs();
}

Result<void> Pipeline::keep_pairs(join::CandidateStats& stats) {
  WHORL_ASSIGN_OR_RETURN(auto found, candidates({}, stats));
  WHORL_ASSIGN_OR_RETURN(auto sets, open_sets());
  join::KeepRule rule = keep_rule();
  const Layout layout(manifest_.parts);
  // What is common changes as documents are added: then no pair counts as known.
  const bool partly_known =
      layout.first_new() > 0 && run_.common == 0 && !run_.across && !recounts_;
  if (partly_known)
    rule.passes_over = [&](const join::CandidatePair& p) { return layout.known(p); };
  if (run_.across)
    rule.passes_over = [&](const join::CandidatePair& p) { return !layout.across(p); };
  progress_.phase("counting pairs", entries_.size());
  WHORL_ASSIGN_OR_RETURN(auto file,
                         files_.write(partly_known ? store::kNewPairsFile : store::kPairsFile));
  WHORL_ASSIGN_OR_RETURN(
      auto verified, join::verify_pairs({entries_, sketching(), sets}, found, rule,
                                        {options_.memory / 4, options_.threads, progress_}, *file));
  manifest_.candidates = verified.candidates;
  manifest_.kept_pairs = verified.kept;
  if (partly_known) {
    WHORL_ASSIGN_OR_RETURN(manifest_.kept_pairs, merge_pairs(files_, manifest_.parts, duplicates_));
  }
  return {};
}

// Micro-clusters stand for documents. What was connected in merged stores is found again: that
// takes no longer than to find what is new.
Result<void> Pipeline::keep_components(join::CandidateStats& stats) {
  WHORL_ASSIGN_OR_RETURN(auto sets, open_sets());
  WHORL_ASSIGN_OR_RETURN(auto index, open_index(stats));
  const auto wanted = [&](store::DocId doc) { return duplicates_.is_representative(doc); };
  join::CandidateOptions options = candidate_options();
  MicroClusterRule near;
  // Sizes are known where pairs are counted on all shingles.
  const bool by_size = run_.verify && run_.common == 0 && run_.keep_containment == 0;
  if (by_size) near.size_ratio = run_.keep_resemblance;
  near.max_growth = 2 - std::max(run_.keep_resemblance, run_.keep_containment);
  const join::SketchedDocuments documents{entries_, sketching(), sets};
  WHORL_ASSIGN_OR_RETURN(
      auto groups, MicroClusters::form(file_system_, documents, wanted, near, budget("near")));
  base::release_freed_memory();

  UnionFind connected(entries_.size());
  for (store::DocId doc = 0; doc < entries_.size(); ++doc) {
    connected.unite(doc, duplicates_.representative[doc]);
  }
  const join::KeepRule rule = keep_rule();
  const join::CountingRun run{options_.memory / 4, options_.threads, progress_};
  ComponentSearch search(documents, groups, rule, connected, run);
  WHORL_RETURN_IF_ERROR(search.within_groups());
  groups.arrange(connected);
  options.group_of = groups.ranks();
  options.resemblance =
      join::LeastShown(groups.resemblance_of_unions(options.resemblance.anywhere()));
  options.containment = groups.containment_of_unions(options.containment);
  const join::SketchScan unions = [&](const store::SketchVisitor& visit) {
    return groups.scan(visit);
  };
  const join::ModulusOf modulus_of = [&](std::uint32_t rank) {
    return std::uint64_t{entries_[groups.head_at(rank)].modulus};
  };
  WHORL_ASSIGN_OR_RETURN(auto pairs, run_.method.row->run({file_system_, index, unions, modulus_of,
                                                           sketching().moduli()},
                                                          run_.method, options, stats));
  progress_.phase("counting pairs", groups.ranked());
  WHORL_RETURN_IF_ERROR(search.between_groups(pairs));
  manifest_.candidates = search.counted();
  manifest_.kept_pairs = 0;
  return write_components(files_, connected, entries_.size());
}

// What merged stores knew is sought again: who survives may be another where more is preferred.
Result<void> Pipeline::keep_survivors(join::CandidateStats& stats) {
  ClusterThresholds thresholds;
  thresholds.survivor = run_.survivor.value_or(thresholds.survivor);
  thresholds.survivor_field = run_.survivor_field;
  WHORL_ASSIGN_OR_RETURN(const auto prefer, preferences(*documents_, thresholds));
  const PreferenceOrder order(duplicates_, prefer);
  WHORL_ASSIGN_OR_RETURN(auto sets, open_sets());
  WHORL_RETURN_IF_ERROR(sketches_->hold(options_.memory / 4));
  sets.share(*sketches_);
  const join::KeepRule rule = keep_rule();
  SurvivorRounds rounds({entries_, sketching(), sets}, order, rule,
                        {options_.memory / 4, options_.threads, progress_});
  WHORL_ASSIGN_OR_RETURN(const auto decided, survivors(order, rounds, stats));
  manifest_.candidates = rounds.counted();
  manifest_.kept_pairs = 0;
  return write_survivors(files_, order.survivors_of_all(decided));
}

// Candidates are sought while it is decided, where memory holds what that needs.
Result<std::vector<std::uint32_t>> Pipeline::survivors(const PreferenceOrder& order,
                                                       SurvivorRounds& rounds,
                                                       join::CandidateStats& stats) {
  const sketch::ShingleSpan sketches = sketches_->held();
  const join::CandidateOptions options = ranked_options(order.ranks());
  const join::RankedDocuments documents{order.documents(), entries_, sketching().moduli()};
  if (sketches.empty() || !join::HeldPrefixes::serve(documents, options)) {
    WHORL_ASSIGN_OR_RETURN(const auto pairs, candidates(order.ranks(), stats));
    progress_.phase("counting pairs", order.size());
    return rounds.decide(pairs);
  }
  WHORL_ASSIGN_OR_RETURN(auto prefixes,
                         join::HeldPrefixes::make(sketches, documents, options, stats));
  base::release_freed_memory();
  progress_.phase("counting pairs", order.size());
  join::OrderedJoin pairs(documents, options, std::move(prefixes));
  return rounds.decide(pairs, stats);
}

}  // namespace whorl::internal::cluster
