// The phases in order. Each is a step that writes its file to the store and its name to the
// manifest. A finished step is not run again.
#pragma once

#include <optional>

#include "base/spill_folder.h"
#include "jobs/collection/cluster/cluster_table.h"
#include "jobs/collection/cluster/linkage.h"
#include "jobs/collection/cluster/run_times.h"
#include "jobs/collection/cluster/runs.h"
#include "jobs/collection/join/candidate_stream.h"
#include "jobs/collection/join/resolved_run.h"
#include "jobs/collection/join/rules.h"
#include "store/held_lists.h"
#include "store/manifest.h"
#include "store/set_reader.h"

namespace whorl::internal::cluster {

class PreferenceOrder;
class SurvivorRounds;

struct PipelineOptions {
  base::FileSystem::Path store;
  std::uint64_t memory = 2ull << 30;
  unsigned threads = 0;
  base::FileSystem::Path temporary{};  // where runs are spilled; empty: in the store
  Readers readers = Readers::anyone;
  bool keep_rows = false;    // also for files
  std::string candidates{};  // the file of pairs to count; empty: pairs are searched for
};

class Pipeline {
 public:
  // `run` is the resolved settings of the manifest.
  Pipeline(base::FileSystem& file_system, PipelineOptions options, store::Manifest manifest,
           join::ResolvedRun run, Progress& progress)
      : file_system_(file_system),
        options_(std::move(options)),
        spills_(options_.temporary, options_.store),
        manifest_(std::move(manifest)),
        run_(std::move(run)),
        files_(file_system, options_.store, manifest_.files),
        progress_(progress) {
    files_.watch(&progress);
    recall_times(options_.store, manifest_.done);
    grown();
  }

  // Runs all unfinished phases up to the pairs. If documents must still be read, `reading` has
  // them; they come after those of the manifest's parts.
  Result<void> find_pairs(std::optional<store::Reading> reading);

  // True if find_pairs() failed because no input could be read: then only the manifest of the store
  // has changed.
  bool read_nothing() const { return read_nothing_; }

  // Loads the data for the clusters; for a store whose pairs are found.
  Result<void> load();

  // Runs phase 3 again for all documents, for pairs from this containment on; call it after load().
  Result<void> recount_pairs(double containment);

  // Phase 4: writes clusters.bin, stats.json and times.json, clusters.jsonl if there are other
  // readers, and pairs.tsv if requested; checks the result on `audited` documents.
  Result<ClusterSummary> form_clusters(const ClusterThresholds& thresholds, bool with_pairs,
                                       std::uint64_t audited);

 private:
  bool has_others() const;
  Result<void> take_parts();
  Result<void> ingest(store::Reading reading);
  Result<void> check_any_read(std::vector<Skipped> skipped);
  bool does_without_index() const;
  Result<void> sort_shingles();
  Result<std::uint64_t> make_index();
  Result<void> seek_common();
  Result<void> seek_pairs();
  Result<void> keep(join::CandidateStats& stats);
  Result<void> keep_pairs(join::CandidateStats& stats);
  Result<void> keep_components(join::CandidateStats& stats);
  Result<void> keep_survivors(join::CandidateStats& stats);
  const sketch::Sampler& sketching() const { return run_.shingling.sketching; }
  Result<void> load_groups();
  Result<store::SetReader> open_sets() const {
    return store::SetReader::open(files_, sketching(), run_.verify);
  }
  join::CandidateOptions candidate_options() const;
  join::CandidateOptions ranked_options(std::span<const std::uint32_t> ranks) const;
  join::KeepRule keep_rule() const;
  // Makes the index if the phase before did not need it.
  Result<store::ShingleIndex> open_index(join::CandidateStats& stats);
  Result<std::vector<std::uint32_t>> survivors(const PreferenceOrder& order, SurvivorRounds& rounds,
                                               join::CandidateStats& stats);
  Result<join::CandidateStream> given_candidates(join::CandidateStats& stats);
  Result<join::CandidateStream> candidates(std::span<const std::uint32_t> ranks,
                                           join::CandidateStats& stats);

  Result<Assignment> assign(const ClusterThresholds& thresholds);
  Result<void> list_clusters(const Grouped& grouped, const store::SetReader& sets);
  Result<void> scan(const store::SketchVisitor& visit, store::DocId begin = 0) const;
  store::SketchVisitor without_common(const store::SketchVisitor& visit) const;
  base::SortBudget budget(const char* name) const;
  Result<void> end_phase(const char* name, const Stopwatch& watch, std::uint64_t bytes);
  std::uint64_t grown();
  Result<void> save();
  ClusterSummary summarize(const Grouped& grouped) const;

  base::FileSystem& file_system_;
  PipelineOptions options_;
  base::SpillFolder spills_;
  store::Manifest manifest_;
  join::ResolvedRun run_;
  store::StoreFiles files_;       // the manifest's, and those written since
  std::uint64_t file_bytes_ = 0;  // of these files, after the last phase
  Progress& progress_;
  std::optional<store::DocumentTable> documents_;
  std::optional<store::HeldLists> held_sketches_;  // until load() takes them
  std::optional<store::HashListReader> sketches_;
  std::vector<store::SketchEntry> entries_;
  // The number of each document's group; empty if there are none.
  std::vector<std::uint64_t> groups_;
  ExactDuplicates duplicates_;
  store::StopShingles common_;
  bool read_nothing_ = false;
  bool recounts_ = false;  // the parts' pairs do not include all required ones
};

}  // namespace whorl::internal::cluster
