// The phases in order, each a step that leaves its file in the store and its name in the
// manifest. A step that is done is not run again.
#pragma once

#include <optional>

#include "base/spill_folder.h"
#include "cluster/candidates.h"
#include "cluster/cluster_table.h"
#include "cluster/clusters.h"
#include "cluster/common_shingles.h"
#include "cluster/pair_method.h"
#include "cluster/pair_source.h"
#include "cluster/store.h"

namespace whorl::clustering {

struct JobOptions {
  Disk::Path store;
  std::uint64_t memory = 2ull << 30;
  unsigned threads = 0;
  Disk::Path temporary{};  // where runs are spilled; empty: in the store
};

class Job {
 public:
  Job(Disk& disk, JobOptions options, Manifest manifest, Progress& progress)
      : disk_(disk),
        options_(std::move(options)),
        spills_(options_.temporary, options_.store),
        manifest_(std::move(manifest)),
        progress_(progress) {}

  // Runs what is not done yet, up to the pairs. The documents of `reading`, which is there if they
  // are to be read still, come after those of the manifest's parts.
  Result<void> find_pairs(std::optional<Reading> reading);

  // Loads what the clusters are formed of; for a store whose pairs are found.
  Result<void> load();

  // Phase 4: clusters.jsonl, clusters.bin and stats.json, and pairs.tsv where asked; checked on
  // `audited` documents.
  Result<ClusterSummary> form_clusters(const ClusterThresholds& thresholds, bool with_pairs,
                                       std::uint64_t audited);

 private:
  class Stopwatch;
  Result<void> take_parts();
  Result<void> ingest(Reading reading);
  Result<void> sort_shingles();
  Result<void> seek_common();
  Result<void> seek_pairs();
  Result<void> keep_pairs(const PairMethod& method, CandidateStats& stats);
  Result<void> keep_links(CandidateStats& stats);
  CandidateOptions candidate_options(const SketchMethod& sketching) const;
  ModulusOf modulus_of() const;
  Result<PairSource> candidates(const PairMethod& method, const SketchMethod& sketching,
                                CandidateStats& stats);

  Result<Assignment> assign(const ClusterThresholds& thresholds);
  Result<void> scan(const SketchVisitor& visit, DocId begin = 0) const;
  SketchVisitor without_common(const SketchVisitor& visit) const;
  SortBudget budget(const char* name) const;
  Result<void> end_phase(const char* name, const Stopwatch& watch, std::uint64_t bytes);
  ClusterSummary summarize(const Grouped& grouped) const;

  Disk& disk_;
  JobOptions options_;
  SpillFolder spills_;
  Manifest manifest_;
  Progress& progress_;
  std::optional<DocumentTable> documents_;
  std::optional<HashListReader> sketches_;
  std::vector<SketchEntry> entries_;
  Collapsed collapsed_;
  CommonShingles common_;
};

}  // namespace whorl::clustering
