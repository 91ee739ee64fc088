#include "jobs/collection/cluster/pipeline.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "base/heap.h"
#include "base/try.h"
#include "input/skip_log.h"
#include "jobs/collection/cluster/audit.h"
#include "jobs/collection/cluster/cluster_outputs.h"
#include "jobs/collection/cluster/cluster_table.h"
#include "jobs/collection/cluster/component_search.h"
#include "jobs/collection/cluster/exact_duplicates.h"
#include "jobs/collection/cluster/given_pairs.h"
#include "jobs/collection/cluster/merge_stores.h"
#include "jobs/collection/cluster/preference_order.h"
#include "jobs/collection/cluster/run_times.h"
#include "jobs/collection/cluster/similar_pairs.h"
#include "jobs/collection/cluster/survivor_search.h"
#include "jobs/collection/join/resolved_run.h"
#include "jobs/collection/join/verify_pairs.h"
#include "store/document_table.h"
#include "store/name_index.h"
#include "store/set_reader.h"
#include "whorl/cluster.h"

namespace whorl::internal::cluster {
namespace {

std::uint64_t bytes_of(const store::FileTable& table) {
  std::uint64_t bytes = 0;
  for (const auto& [name, file] : table.files) bytes += file.length.bytes;
  return bytes;
}

// Bytes besides sorting: data for each document, blocks that are read, tables of threads. If that
// would be most of the memory, half is used.
constexpr std::uint64_t kBesides = 256ull << 20;

}  // namespace

Result<void> Pipeline::find_pairs(std::optional<store::Reading> reading) {
  if (!manifest_.is_done(store::Phase::ingest) && !reading) {
    return fail(ErrorCode::io, options_.store.string() + ": another whorl process has changed it");
  }
  const auto run = [&](store::Phase phase, auto step) -> Result<void> {
    if (manifest_.is_done(phase)) return {};
    auto ran = step();
    base::release_freed_memory();
    return ran;
  };
  auto done = run(store::Phase::ingest, [&] { return ingest(std::move(*reading)); });
  if (done) done = load();
  if (done) done = run(store::Phase::index, [&] { return sort_shingles(); });
  if (done) done = run(store::Phase::pairs, [&] { return seek_pairs(); });
  return done;
}

// True if the store has documents of others: it is merged, or compared with one.
bool Pipeline::has_others() const {
  return !manifest_.parts.empty() && !manifest_.parts.front().store.empty();
}

// Does nothing if they are in the store already.
Result<void> Pipeline::take_parts() {
  if (!has_others() || manifest_.ingest.documents > 0) return {};
  WHORL_ASSIGN_OR_RETURN(auto state, copy_parts(files_, manifest_.parts, progress_));
  if (run_.across) {  // the other store reported these
    state.skipped.clear();
    state.revisits = state.by_letters = state.unspaced = state.weighed = 0;
  }
  manifest_.ingest = state;
  return save();
}

// For the current inputs, not for the parts. A merge has no inputs.
Result<void> Pipeline::check_any_read(std::vector<Skipped> skipped) {
  if (has_others() && !run_.across) return {};
  const std::vector<Skipped>& more = manifest_.ingest.skipped;
  skipped.insert(skipped.end(), more.begin(), more.end());
  const std::uint64_t documents = manifest_.ingest.documents - Layout(manifest_.parts).first_new();
  auto any = input::check_any_read(documents, skipped);
  read_nothing_ = !any;
  return any;
}

Result<void> Pipeline::ingest(store::Reading reading) {
  const Stopwatch watch;
  WHORL_RETURN_IF_ERROR(take_parts());
  const auto checkpoint = [&](const store::IngestState& safe) {
    manifest_.ingest = safe;
    return save();
  };
  if (does_without_index()) held_sketches_.emplace(store::sketches_beside(options_.memory));
  const store::IngestTarget target{.files = files_,
                                   .checkpoint = checkpoint,
                                   .threads = options_.threads,
                                   .keep_sets = run_.verify,
                                   .memory = options_.memory,
                                   .keep_positions = run_.positions,
                                   .keep_rows = options_.keep_rows,
                                   .keep_groups = !run_.within.empty(),
                                   .sketches = held_sketches_ ? &*held_sketches_ : nullptr};
  WHORL_ASSIGN_OR_RETURN(manifest_.ingest,
                         store::ingest(target, reading, manifest_.ingest, progress_));
  const std::vector<Skipped> skipped = reading.documents->skipped();
  WHORL_RETURN_IF_ERROR(check_any_read(skipped));
  manifest_.skipped_inputs.insert(manifest_.skipped_inputs.end(), skipped.begin(), skipped.end());
  return end_phase("read and sketch", watch, manifest_.ingest.bytes);
}

// Documents and their duplicates: cheap to recompute, so this is no phase.
Result<void> Pipeline::load() {
  WHORL_RETURN_IF_ERROR(spills_.create());
  WHORL_ASSIGN_OR_RETURN(auto table,
                         store::DocumentTable::open(files_, manifest_.ingest.documents));
  documents_.emplace(std::move(table));
  WHORL_ASSIGN_OR_RETURN(auto file, files_.read(store::kSketchesFile));
  sketches_.emplace(std::move(file));
  if (held_sketches_) sketches_->adopt(held_sketches_->take());
  held_sketches_.reset();
  if (does_without_index()) WHORL_RETURN_IF_ERROR(sketches_->hold(options_.memory / 4));
  WHORL_RETURN_IF_ERROR(load_groups());
  progress_.phase("finding duplicates", documents_->size());
  WHORL_ASSIGN_OR_RETURN(duplicates_,
                         find_exact_duplicates(file_system_, *documents_, *sketches_, groups_,
                                               budget("collapse"), progress_));
  entries_.clear();
  return documents_->for_each(
      [&](store::DocId, const store::DocumentRecord& record) -> Result<void> {
        entries_.push_back(record.set);
        return {};
      });
}

// Fails if no document has a value in the field, because its name is then probably wrong.
Result<void> Pipeline::load_groups() {
  groups_.clear();
  if (run_.within.empty()) return {};
  WHORL_ASSIGN_OR_RETURN(auto file, files_.read(store::kGroupsFile));
  groups_.resize(documents_->size());
  WHORL_ASSIGN_OR_RETURN(const auto got, file->read(0, std::as_writable_bytes(std::span(groups_))));
  if (got != groups_.size() * sizeof groups_.front()) {
    return fail(ErrorCode::corrupt, (files_.folder() / store::kGroupsFile).string() +
                                        ": does not have a number for each document");
  }
  const auto has_value = [](std::uint64_t group) { return group != 0; };
  if (std::ranges::any_of(groups_, has_value)) return {};
  return fail(ErrorCode::invalid_argument,
              "no document has a value in its field " + run_.within +
                  ": name a field or column that has a text or a number with --within");
}

// No other reader uses the store, and kept documents are found without the index if memory allows.
bool Pipeline::does_without_index() const {
  return options_.readers == Readers::this_run &&
         run_.method.row->keeps == join::JoinKeeps::survivors;
}

Result<void> Pipeline::sort_shingles() {
  const Stopwatch watch;
  std::uint64_t spilled = 0;
  if (!does_without_index()) {
    WHORL_ASSIGN_OR_RETURN(spilled, make_index());
  }
  WHORL_RETURN_IF_ERROR(store::write_name_index(files_, *documents_, budget("lookup")));
  if (!run_.across) {  // two collections may share ids
    WHORL_ASSIGN_OR_RETURN(manifest_.repeated_ids,
                           store::repeated_ids(file_system_, *documents_, budget("ids")));
  }
  return end_phase("sort shingles", watch, spilled);
}

// Returns the number of spilled bytes.
Result<std::uint64_t> Pipeline::make_index() {
  const Layout layout(manifest_.parts);
  progress_.phase("sorting shingles", entries_.size() - layout.first_new());
  base::ExternalSorter<store::Posting> sorter(file_system_, budget("postings"));
  std::vector<store::Posting> postings;  // of a document
  auto scanned = scan(
      [&](store::DocId doc, const sketch::SketchView& sketch) -> Result<void> {
        progress_.advance(1);
        postings.clear();
        for (std::uint64_t shingle : sketch.hashes) postings.push_back({shingle, doc});
        return sorter.add_all(postings);
      },
      layout.first_new());
  WHORL_RETURN_IF_ERROR(scanned);
  WHORL_ASSIGN_OR_RETURN(auto sorted, sorter.finish());
  WHORL_ASSIGN_OR_RETURN(auto all,
                         merge_postings(files_, manifest_.parts, duplicates_, std::move(sorted)));
  progress_.phase("writing the index", manifest_.ingest.sketch_hashes);
  const store::PostingSource told = [&]() -> Result<std::span<const store::Posting>> {
    auto some = all();
    if (some) progress_.advance(some->size());
    return some;
  };
  WHORL_ASSIGN_OR_RETURN(auto index, files_.write(store::kIndexFile));
  WHORL_ASSIGN_OR_RETURN(manifest_.postings,
                         store::write_index(std::move(index), told, options_.threads));
  return sorter.bytes_spilled();
}

Result<Assignment> Pipeline::assign(const ClusterThresholds& thresholds) {
  WHORL_ASSIGN_OR_RETURN(auto prefer, preferences(*documents_, thresholds));
  const join::JoinKeeps kept = run_.method.row->keeps;
  if (kept == join::JoinKeeps::components) {
    WHORL_ASSIGN_OR_RETURN(auto firsts, read_components(files_, entries_.size()));
    return link_components(firsts, prefer);
  }
  if (kept == join::JoinKeeps::survivors) {
    WHORL_ASSIGN_OR_RETURN(auto survivors, read_survivors(files_, entries_.size()));
    return Assignment{std::move(survivors)};
  }
  WHORL_ASSIGN_OR_RETURN(auto pairs, SimilarPairs::open(files_, entries_, thresholds));
  pairs.watch(progress_);
  if (run_.across) {
    return link_across(std::move(pairs), duplicates_, Layout(manifest_.parts).first_new());
  }
  if (thresholds.linkage == Linkage::single) {
    return link_single(std::move(pairs), duplicates_, prefer);
  }
  return link_survivors(file_system_, std::move(pairs), duplicates_, prefer, budget("clusters"));
}

Result<void> Pipeline::list_clusters(const Grouped& grouped, const store::SetReader& sets) {
  if (options_.readers == Readers::this_run) return {};
  progress_.phase("measuring clusters", grouped.members.size());
  return write_clusters(file_system_, options_.store / "clusters.jsonl", {*documents_, sets},
                        grouped, progress_);
}

Result<ClusterSummary> Pipeline::form_clusters(const ClusterThresholds& thresholds, bool with_pairs,
                                               std::uint64_t audited) {
  const Stopwatch watch;
  progress_.phase("clustering", manifest_.kept_pairs);
  WHORL_ASSIGN_OR_RETURN(auto assignment, assign(thresholds));
  const Grouped grouped = group(assignment.survivor);
  WHORL_ASSIGN_OR_RETURN(auto sets, open_sets());
  WHORL_RETURN_IF_ERROR(list_clusters(grouped, sets));
  WHORL_RETURN_IF_ERROR(write_table(files_, grouped));
  const auto pairs_path = options_.store / "pairs.tsv";
  if (with_pairs || std::filesystem::exists(pairs_path)) {  // an old one would be wrong
    WHORL_ASSIGN_OR_RETURN(auto pairs, SimilarPairs::open(files_, entries_, thresholds));
    WHORL_RETURN_IF_ERROR(
        write_pairs(file_system_, pairs_path, *documents_, std::move(pairs), duplicates_));
  }
  manifest_.thresholds = thresholds;
  WHORL_RETURN_IF_ERROR(save());
  WHORL_RETURN_IF_ERROR(store::publish(file_system_, options_.store));
  files_.remove_unnamed();
  ClusterSummary summary = summarize(grouped);
  summary.phases.push_back({"cluster", watch.seconds(), 0, grown()});
  if (audited > 0) {
    WHORL_ASSIGN_OR_RETURN(summary.audit, audit({files_, sets, entries_, duplicates_}, thresholds,
                                                audited, progress_));
  }
  WHORL_RETURN_IF_ERROR(write_stats(file_system_, options_.store / "stats.json", summary));
  WHORL_RETURN_IF_ERROR(keep_times(file_system_, options_.store, summary.phases));
  return summary;
}

base::SortBudget Pipeline::budget(const char* name) const {
  base::SortBudget part;
  part.memory =
      std::max(options_.memory / 2, options_.memory - std::min(options_.memory, kBesides));
  part.threads = options_.threads;
  part.directory = spills_.path();
  part.name = name;
  part.progress = &progress_;
  return part;
}

store::SketchVisitor Pipeline::without_common(const store::SketchVisitor& visit) const {
  return [&visit, this, kept = sketch::ShingleSet()](store::DocId doc,
                                                     const sketch::SketchView& sketch) mutable {
    kept.assign(sketch.hashes.begin(), sketch.hashes.end());
    common_.remove_from(kept);
    return visit(doc, {kept, sketch.modulus, sketch.full_size});
  };
}

Result<void> Pipeline::scan(const store::SketchVisitor& visit, store::DocId begin) const {
  return store::for_each_sketch(
      *sketches_, entries_, [&](store::DocId doc) { return duplicates_.is_representative(doc); },
      common_.empty() ? visit : without_common(visit), begin);
}

// Bytes by which the files of the table have grown since the last call.
std::uint64_t Pipeline::grown() {
  const std::uint64_t before = std::exchange(file_bytes_, bytes_of(files_.table()));
  return file_bytes_ - std::min(before, file_bytes_);
}

Result<void> Pipeline::end_phase(const char* name, const Stopwatch& watch, std::uint64_t bytes) {
  manifest_.done.push_back({name, watch.seconds(), bytes, grown()});
  WHORL_RETURN_IF_ERROR(keep_times(file_system_, options_.store, manifest_.done));
  return save();
}

Result<void> Pipeline::save() {
  manifest_.files = files_.table();
  return store::save(file_system_, options_.store, manifest_);
}

ClusterSummary Pipeline::summarize(const Grouped& grouped) const {
  ClusterSummary s;
  s.phases = manifest_.done;
  s.documents = manifest_.ingest.documents;
  s.skipped = store::all_skipped(manifest_);
  s.bytes = manifest_.ingest.bytes;
  s.revisits = manifest_.ingest.revisits;
  s.by_letters = manifest_.ingest.by_letters;
  s.unspaced = manifest_.ingest.unspaced;
  s.identical = duplicates_.identical;
  s.lexical = duplicates_.lexical;
  s.same_sketch = duplicates_.same_sketch;
  s.postings = manifest_.postings;
  s.candidates = manifest_.candidates;
  s.unknown_candidates = manifest_.unknown_candidates;
  s.pairs = run_.method.keeps_pairs() ? std::optional(manifest_.kept_pairs) : std::nullopt;
  s.clusters = grouped.clusters();
  s.clustered = grouped.members.size();
  return s;
}

// Finds the shingles that all later steps omit.
Result<void> Pipeline::seek_common() {
  const std::uint64_t most = run_.common;
  if (most == 0) return {};
  progress_.phase("counting shingles", entries_.size());
  const auto wanted = [&](store::DocId doc) { return duplicates_.is_representative(doc); };
  files_.drop(store::kStopShinglesFile);  // counted over fewer documents
  WHORL_ASSIGN_OR_RETURN(auto sets, open_sets());
  WHORL_RETURN_IF_ERROR(store::find_stop_shingles(files_, {sets, entries_}, {wanted, most},
                                                  budget("common"), progress_));
  WHORL_ASSIGN_OR_RETURN(common_, store::StopShingles::load(files_));
  return {};
}

join::CandidateOptions Pipeline::candidate_options() const {
  const bool below = run_.verify && sketching().kind() != sketch::SketchKind::all;
  join::CandidateOptions options;
  options.resemblance = below ? join::LeastShown::of_resemblance(sketching(), run_.keep_resemblance)
                              : join::LeastShown(sketching().of_kept_sets(run_.keep_resemblance));
  options.containment = below ? join::LeastShown::of_containment(sketching(), run_.keep_containment)
                              : join::LeastShown(run_.keep_containment);
  options.common = common_;
  options.groups = groups_;
  options.budget = budget("pairs");
  return options;
}

join::CandidateOptions Pipeline::ranked_options(std::span<const std::uint32_t> ranks) const {
  join::CandidateOptions options = candidate_options();
  options.rank_of = ranks;
  if (run_.verify && run_.common == 0 && run_.keep_containment == 0) {
    options.sizes = join::SizeRule(entries_, run_.keep_resemblance);
  }
  return options;
}

// The result of a join by shared keys does not depend on memory.
join::KeepRule Pipeline::keep_rule() const {
  join::KeepRule rule{run_.keep_resemblance, run_.keep_containment, run_.verify};
  if (run_.method.row->shown) {
    const join::CandidateOptions sought = candidate_options();
    rule.shown = {sought.resemblance, sought.containment};
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

// Lists the ids that no document has.
Result<join::CandidateStream> Pipeline::given_candidates(join::CandidateStats& stats) {
  WHORL_ASSIGN_OR_RETURN(
      auto given, read_pairs(file_system_, options_.candidates, {*documents_, duplicates_, groups_},
                             budget("pairs")));
  stats.spilled_bytes += given.spilled;
  manifest_.unknown_candidates = given.unknown;
  manifest_.skipped_inputs.insert(manifest_.skipped_inputs.end(), given.listed.begin(),
                                  given.listed.end());
  return std::move(given.pairs);
}

Result<void> Pipeline::keep_pairs(join::CandidateStats& stats) {
  WHORL_ASSIGN_OR_RETURN(auto found,
                         run_.candidates.empty() ? candidates({}, stats) : given_candidates(stats));
  WHORL_ASSIGN_OR_RETURN(auto sets, open_sets());
  join::KeepRule rule = keep_rule();
  if (!run_.candidates.empty()) rule.shown.reset();
  const Layout layout(manifest_.parts);
  // Common shingles change when documents are added; then no pair counts as known.
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

// Micro-clusters represent documents. Connections in merged stores are found again, which takes no
// longer than finding the new ones.
Result<void> Pipeline::keep_components(join::CandidateStats& stats) {
  WHORL_ASSIGN_OR_RETURN(auto sets, open_sets());
  WHORL_ASSIGN_OR_RETURN(auto index, open_index(stats));
  const auto wanted = [&](store::DocId doc) { return duplicates_.is_representative(doc); };
  join::CandidateOptions options = candidate_options();
  MicroClusterRule near;
  // Sizes are known if pairs are counted on all shingles.
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
  options.containment =
      join::LeastShown(groups.containment_of_unions(options.containment.anywhere()));
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

// Merged stores' decisions are made again: other documents may be kept if there are more preferred
// ones.
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

// Candidates are found while decisions are made, if memory allows.
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
