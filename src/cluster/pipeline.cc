#include "cluster/pipeline.h"

#include <algorithm>
#include <chrono>
#include <functional>

#include "base/heap.h"
#include "base/try.h"
#include "cluster/audit.h"
#include "cluster/component_search.h"
#include "cluster/merge_stores.h"
#include "cluster/outputs.h"
#include "join/store_options.h"
#include "join/verify_pairs.h"
#include "read/nothing_read.h"
#include "store/duplicate_ids.h"
#include "store/name_index.h"
#include "store/set_reader.h"
#include "store/stop_shingle_search.h"

namespace whorl::internal::cluster {
namespace {

// Of what two sketches show of a containment nothing is sure: the finer one may keep few shingles
// at the modulus of the coarser. With verification candidates are taken this far below.
constexpr double kContainmentSlack = 0.6;

// Bytes beside what is sorted: what is held a document, blocks that are read, tables of threads.
// Where that would be most of the memory, half must do.
constexpr std::uint64_t kBesides = 256ull << 20;

}  // namespace

class Pipeline::Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

Result<void> Pipeline::find_pairs(std::optional<store::Reading> reading) {
  if (!manifest_.is_done(store::Phase::ingest) && !reading) {
    return fail(ErrorCode::io, options_.store.string() + ": another whorl has written to it");
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

// Nothing where they are in the store already.
Result<void> Pipeline::take_parts() {
  if (manifest_.parts.empty() || manifest_.parts.front().store.empty() ||
      manifest_.ingest.documents > 0) {
    return {};
  }
  progress_.phase("copying", 0);
  WHORL_ASSIGN_OR_RETURN(auto state, copy_parts(files_, manifest_.parts));
  if (manifest_.settings.across) {  // these are not ours to report
    state.skipped.clear();
    state.revisits = 0;
  }
  manifest_.ingest = state;
  return save();
}

// Of the inputs at hand, whatever the parts hold.
Result<void> Pipeline::check_any_read(std::vector<Skipped> skipped) {
  const std::vector<Skipped>& more = manifest_.ingest.skipped;
  skipped.insert(skipped.end(), more.begin(), more.end());
  const std::uint64_t documents = manifest_.ingest.documents - Layout(manifest_.parts).first_new();
  auto any = read::check_any_read(documents, skipped);
  read_nothing_ = !any;
  return any;
}

Result<void> Pipeline::ingest(store::Reading reading) {
  const Stopwatch watch;
  WHORL_RETURN_IF_ERROR(take_parts());
  progress_.phase("reading", 0);
  const auto checkpoint = [&](const store::IngestState& safe) {
    manifest_.ingest = safe;
    return save();
  };
  const store::IngestTarget target{.files = files_,
                                   .checkpoint = checkpoint,
                                   .threads = options_.threads,
                                   .memory = options_.memory};
  auto state = store::ingest(target, reading, manifest_.ingest, progress_);
  WHORL_RETURN_IF_ERROR(state);
  manifest_.ingest = *state;
  const std::vector<Skipped> skipped = reading.documents->skipped();
  WHORL_RETURN_IF_ERROR(check_any_read(skipped));
  manifest_.skipped_inputs.insert(manifest_.skipped_inputs.end(), skipped.begin(), skipped.end());
  return end_phase("read and sketch", watch, state->bytes);
}

// Documents and their duplicates: cheap to have again, so no phase of its own.
Result<void> Pipeline::load() {
  WHORL_RETURN_IF_ERROR(spills_.create());
  WHORL_ASSIGN_OR_RETURN(auto table,
                         store::DocumentTable::open(files_, manifest_.ingest.documents));
  documents_.emplace(std::move(table));
  WHORL_ASSIGN_OR_RETURN(auto file, files_.read(store::kSketchesFile));
  sketches_.emplace(std::move(file));
  WHORL_ASSIGN_OR_RETURN(duplicates_, find_exact_duplicates(file_system_, *documents_, *sketches_,
                                                            budget("collapse")));
  entries_.clear();
  return documents_->for_each(
      [&](store::DocId, const store::DocumentRecord& record) -> Result<void> {
        entries_.push_back(record.set);
        return {};
      });
}

Result<void> Pipeline::sort_shingles() {
  const Stopwatch watch;
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
  WHORL_ASSIGN_OR_RETURN(auto index, files_.write(store::kIndexFile));
  WHORL_ASSIGN_OR_RETURN(auto written, store::write_index(std::move(index), all, options_.threads));
  WHORL_RETURN_IF_ERROR(store::write_name_index(files_, *documents_, budget("lookup")));
  if (!manifest_.settings.across) {  // there two collections may well share ids
    WHORL_ASSIGN_OR_RETURN(manifest_.repeated_ids,
                           store::repeated_ids(file_system_, *documents_, budget("ids")));
  }
  manifest_.postings = written;
  return end_phase("sort shingles", watch, sorter.bytes_spilled());
}

// The shingles that are left out of all that follows.
Result<void> Pipeline::seek_common() {
  const std::uint64_t most = manifest_.settings.common;
  if (most == 0) return {};
  progress_.phase("counting shingles", 0);
  const auto wanted = [&](store::DocId doc) { return duplicates_.is_representative(doc); };
  WHORL_RETURN_IF_ERROR(
      store::find_stop_shingles(files_, entries_, {wanted, most}, budget("common")));
  WHORL_ASSIGN_OR_RETURN(common_, store::StopShingles::load(files_));
  return {};
}

join::CandidateOptions Pipeline::candidate_options(const sketch::SketchMethod& sketching) const {
  const store::StoreSettings& settings = manifest_.settings;
  const bool below = settings.verify && sketching.kind() != sketch::SketchKind::all;
  const double shown =
      below ? sketching.least_shown(settings.keep_resemblance) : settings.keep_resemblance;
  join::CandidateOptions options;
  options.resemblance = sketching.of_kept_sets(shown);
  options.containment = settings.keep_containment * (below ? kContainmentSlack : 1);
  options.common = common_;
  options.budget = budget("pairs");
  return options;
}

Result<join::CandidateStream> Pipeline::candidates(const join::JoinMethod& method,
                                                   const sketch::SketchMethod& sketching,
                                                   join::CandidateStats& stats) {
  WHORL_ASSIGN_OR_RETURN(auto file, files_.read(store::kIndexFile));
  WHORL_ASSIGN_OR_RETURN(auto index, store::ShingleIndex::open(std::move(file), entries_.size()));
  const join::CandidateOptions options = candidate_options(sketching);
  const join::SketchScan sketches = [&](const store::SketchVisitor& visit) { return scan(visit); };
  const join::ModulusOf modulus_of = [&](store::DocId doc) {
    return std::uint64_t{entries_[doc].modulus};
  };
  return method.row->run({file_system_, index, sketches, modulus_of, sketching.moduli()}, method,
                         options, stats);
}

Result<void> Pipeline::seek_pairs() {
  const Stopwatch watch;
  WHORL_RETURN_IF_ERROR(seek_common());
  progress_.phase("finding pairs", 0);
  WHORL_ASSIGN_OR_RETURN(auto method, join::JoinMethod::parse(manifest_.settings.pairs));
  join::CandidateStats stats;
  auto kept = method.keeps_pairs() ? keep_pairs(method, stats) : keep_components(method, stats);
  return kept ? end_phase("find pairs", watch, stats.spilled_bytes) : kept;
}

Result<void> Pipeline::keep_pairs(const join::JoinMethod& method, join::CandidateStats& stats) {
  const store::StoreSettings& settings = manifest_.settings;
  WHORL_ASSIGN_OR_RETURN(auto sketching, sketch::SketchMethod::parse(settings.sketch));
  WHORL_ASSIGN_OR_RETURN(auto found, candidates(method, sketching, stats));
  WHORL_ASSIGN_OR_RETURN(auto sets, store::SetReader::open(files_));
  join::KeepRule rule{settings.keep_resemblance, settings.keep_containment, settings.verify};
  const Layout layout(manifest_.parts);
  // What is common changes as documents are added: then no pair counts as known.
  const bool partly_known = layout.first_new() > 0 && settings.common == 0 && !settings.across;
  if (partly_known)
    rule.passes_over = [&](const join::CandidatePair& p) { return layout.known(p); };
  if (settings.across)
    rule.passes_over = [&](const join::CandidatePair& p) { return !layout.across(p); };
  progress_.phase("counting pairs", 0);
  WHORL_ASSIGN_OR_RETURN(auto file,
                         files_.write(partly_known ? store::kNewPairsFile : store::kPairsFile));
  WHORL_ASSIGN_OR_RETURN(
      auto verified, join::verify_pairs({entries_, sketching, sets}, found, rule,
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
Result<void> Pipeline::keep_components(const join::JoinMethod& method,
                                       join::CandidateStats& stats) {
  const store::StoreSettings& settings = manifest_.settings;
  WHORL_ASSIGN_OR_RETURN(auto sketching, sketch::SketchMethod::parse(settings.sketch));
  WHORL_ASSIGN_OR_RETURN(auto sets, store::SetReader::open(files_));
  WHORL_ASSIGN_OR_RETURN(auto file, files_.read(store::kIndexFile));
  WHORL_ASSIGN_OR_RETURN(auto index, store::ShingleIndex::open(std::move(file), entries_.size()));
  const auto& moduli = sketching.moduli();
  const auto wanted = [&](store::DocId doc) { return duplicates_.is_representative(doc); };
  join::CandidateOptions options = candidate_options(sketching);
  MicroClusterRule near;
  // Sizes are known where pairs are counted on all shingles.
  const bool by_size = settings.verify && settings.common == 0 && settings.keep_containment == 0;
  if (by_size) near.size_ratio = settings.keep_resemblance;
  near.max_growth = 2 - std::max(settings.keep_resemblance, settings.keep_containment);
  WHORL_ASSIGN_OR_RETURN(auto groups, MicroClusters::form(file_system_, entries_, wanted, sets,
                                                          moduli, near, budget("near")));
  base::release_freed_memory();

  UnionFind connected(entries_.size());
  for (store::DocId doc = 0; doc < entries_.size(); ++doc) {
    connected.unite(doc, duplicates_.representative[doc]);
  }
  const join::KeepRule rule{settings.keep_resemblance, settings.keep_containment, settings.verify};
  const join::CountingRun run{options_.memory / 4, options_.threads, progress_};
  ComponentSearch search({entries_, sketching, sets}, groups, rule, connected, run);
  WHORL_RETURN_IF_ERROR(search.within_groups());
  groups.arrange(connected);
  options.group_of = groups.ranks();
  options.resemblance = groups.resemblance_of_unions(options.resemblance);
  options.containment = groups.containment_of_unions(options.containment);
  const join::SketchScan unions = [&](const store::SketchVisitor& visit) {
    return groups.scan(visit);
  };
  const join::ModulusOf modulus_of = [&](std::uint32_t rank) {
    return std::uint64_t{entries_[groups.head_at(rank)].modulus};
  };
  WHORL_ASSIGN_OR_RETURN(
      auto pairs,
      method.row->run({file_system_, index, unions, modulus_of, moduli}, method, options, stats));
  progress_.phase("counting pairs", 0);
  WHORL_RETURN_IF_ERROR(search.between_groups(pairs));
  manifest_.candidates = search.counted();
  manifest_.kept_pairs = 0;
  return write_components(files_, connected, entries_.size());
}

Result<Assignment> Pipeline::assign(const ClusterThresholds& thresholds) {
  WHORL_ASSIGN_OR_RETURN(auto prefer, preferences(*documents_, thresholds.survivor));
  if (!join::keeps_pairs(manifest_.settings)) {
    WHORL_ASSIGN_OR_RETURN(auto firsts, read_components(files_, entries_.size()));
    return link_components(firsts, prefer);
  }
  WHORL_ASSIGN_OR_RETURN(auto pairs, join::PairScan::open(files_, entries_.size()));
  if (manifest_.settings.across) {
    return link_across(std::move(pairs), entries_, duplicates_, thresholds,
                       Layout(manifest_.parts).first_new());
  }
  if (thresholds.linkage == Linkage::single) {
    return link_single(std::move(pairs), entries_, duplicates_, prefer, thresholds);
  }
  return link_survivors(file_system_, std::move(pairs), entries_, duplicates_, prefer, thresholds,
                        budget("clusters"));
}

Result<ClusterSummary> Pipeline::form_clusters(const ClusterThresholds& thresholds, bool with_pairs,
                                               std::uint64_t audited) {
  const Stopwatch watch;
  progress_.phase("clustering", 0);
  WHORL_ASSIGN_OR_RETURN(auto assignment, assign(thresholds));
  const Grouped grouped = group(assignment.survivor);
  WHORL_ASSIGN_OR_RETURN(auto sets, store::SetReader::open(files_));
  auto written =
      write_clusters(file_system_, options_.store / "clusters.jsonl", *documents_, sets, grouped);
  if (written) written = write_table(files_, grouped);
  WHORL_RETURN_IF_ERROR(written);
  if (with_pairs) {
    WHORL_ASSIGN_OR_RETURN(auto pairs, join::PairScan::open(files_, entries_.size()));
    WHORL_RETURN_IF_ERROR(
        write_pairs(file_system_, options_.store / "pairs.tsv", *documents_, std::move(pairs)));
  }
  manifest_.thresholds = thresholds;
  WHORL_RETURN_IF_ERROR(save());
  WHORL_RETURN_IF_ERROR(store::publish(file_system_, options_.store));
  files_.remove_unnamed();
  ClusterSummary summary = summarize(grouped);
  summary.phases.push_back({"cluster", watch.seconds(), 0});
  if (audited > 0) {
    WHORL_ASSIGN_OR_RETURN(summary.audit,
                           audit({files_, entries_, duplicates_}, thresholds, audited, progress_));
  }
  WHORL_RETURN_IF_ERROR(write_stats(file_system_, options_.store / "stats.json", summary));
  return summary;
}

base::SortBudget Pipeline::budget(const char* name) const {
  base::SortBudget part;
  part.memory =
      std::max(options_.memory / 2, options_.memory - std::min(options_.memory, kBesides));
  part.threads = options_.threads;
  part.directory = spills_.path();
  part.name = name;
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

Result<void> Pipeline::end_phase(const char* name, const Stopwatch& watch, std::uint64_t bytes) {
  manifest_.done.push_back({name, watch.seconds(), bytes});
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
  s.bytes = manifest_.ingest.bytes;
  s.revisits = manifest_.ingest.revisits;
  s.identical = duplicates_.identical;
  s.lexical = duplicates_.lexical;
  s.same_sketch = duplicates_.same_sketch;
  s.postings = manifest_.postings;
  s.candidates = manifest_.candidates;
  s.pairs =
      join::keeps_pairs(manifest_.settings) ? std::optional(manifest_.kept_pairs) : std::nullopt;
  s.clusters = grouped.clusters();
  s.clustered = grouped.members.size();
  for (const auto* list :
       {&manifest_.skipped_inputs, &manifest_.repeated_ids, &manifest_.ingest.skipped}) {
    s.skipped.insert(s.skipped.end(), list->begin(), list->end());
  }
  if (const std::uint64_t more = manifest_.ingest.more_skipped; more > 0) {
    s.skipped.push_back({"and " + std::to_string(more) + " more", "for reasons like these"});
  }
  return s;
}

}  // namespace whorl::internal::cluster
