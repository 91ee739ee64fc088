// The phases in order, each once: what `cluster` and `recluster` run.

#include <chrono>
#include <filesystem>

#include "cluster/candidates.h"
#include "cluster/outputs.h"
#include "cluster/repeated_ids.h"
#include "cluster/store.h"

namespace whorl {
namespace clustering {
namespace {

// Sketches of large documents are a sample: pairs a little under the threshold there may be
// over it in full. So with verification candidates are taken this far below.
constexpr double kSketchSlack = 0.6;

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

class Job {
 public:
  Job(Disk& disk, std::filesystem::path store, std::uint64_t memory, unsigned threads,
      Progress& progress)
      : disk_(disk),
        store_(std::move(store)),
        memory_(memory),
        threads_(threads),
        progress_(progress) {}

  Result<void> ingest_phase(const ClusterOptions& options) {
    const Stopwatch watch;
    progress_.phase("reading", 0);
    auto method = SketchMethod::parse(options.sketch);
    if (!method) return tl::unexpected(method.error());
    auto make = ShingleMaker::make(options.front_end, options.shingle);
    if (!make) return tl::unexpected(make.error());
    CollectionOptions reading;
    reading.include = options.include;
    reading.exclude = options.exclude;
    reading.text_field = options.text_field;
    reading.id_field = options.id_field;
    reading.files_from = options.files_from;
    reading.features_field = options.features_field;
    auto collection = Collection::open(options.inputs, reading);
    if (!collection) return tl::unexpected(collection.error());
    auto state = ingest(
        disk_, store_, **collection, *make, *method, threads_, manifest.ingest,
        [&](const IngestState& safe) {
          manifest.ingest = safe;
          return save(disk_, store_, manifest);
        },
        progress_);
    if (!state) return tl::unexpected(state.error());
    manifest.ingest = *state;
    manifest.skipped_inputs = (*collection)->skipped();
    auto repeated = repeated_ids(disk_, store_, budget("ids"));
    if (!repeated) return tl::unexpected(repeated.error());
    std::move(repeated->begin(), repeated->end(), std::back_inserter(manifest.skipped_inputs));
    return end_phase("read and sketch", watch, state->bytes);
  }

  // Documents and their duplicates: cheap to have again, so no phase of its own.
  Result<void> load_documents() {
    auto table = DocumentTable::open(disk_, store_);
    if (!table) return tl::unexpected(table.error());
    documents_.emplace(std::move(*table));
    auto file = disk_.read(store_ / kSketchesFile);
    if (!file) return tl::unexpected(file.error());
    sketches_.emplace(std::move(*file));
    auto collapsed = collapse(disk_, *documents_, *sketches_, budget("collapse"));
    if (!collapsed) return tl::unexpected(collapsed.error());
    collapsed_ = std::move(*collapsed);
    entries_.clear();
    return documents_->for_each([&](DocId, const DocumentRecord& record) -> Result<void> {
      entries_.push_back(record.sketch());
      return {};
    });
  }

  Result<void> index_phase() {
    const Stopwatch watch;
    progress_.phase("sorting shingles", entries_.size());
    ExternalSorter<Posting> sorter(disk_, budget("postings"));
    auto scanned = scan([&](DocId doc, const SketchView& sketch) -> Result<void> {
      progress_.advance(1);
      for (std::uint64_t shingle : sketch.hashes) {
        if (auto added = sorter.add({shingle, doc}); !added) return added;
      }
      return {};
    });
    if (!scanned) return scanned;
    auto sorted = sorter.finish();
    if (!sorted) return tl::unexpected(sorted.error());
    auto postings = write_index(disk_, store_ / kIndexFile, *sorted);
    if (!postings) return tl::unexpected(postings.error());
    manifest.postings = *postings;
    return end_phase("sort shingles", watch, sorter.bytes_spilled());
  }

  Result<void> pairs_phase() {
    const Stopwatch watch;
    progress_.phase("finding pairs", 0);
    auto method = SketchMethod::parse(manifest.settings.sketch);
    if (!method) return tl::unexpected(method.error());
    auto index = ShingleIndex::open(disk_, store_ / kIndexFile);
    if (!index) return tl::unexpected(index.error());
    const bool thinned = method->kind() != SketchKind::all;
    const double slack = manifest.settings.verify && thinned ? kSketchSlack : 1;
    CandidateOptions options;
    options.resemblance = manifest.settings.keep_resemblance * slack;
    options.containment = manifest.settings.keep_containment * slack;
    options.common = manifest.settings.common;
    options.budget = budget("pairs");
    CandidateStats stats;
    auto candidates = candidate_pairs(
        disk_, *index, [&](const SketchVisitor& visit) { return scan(visit); },
        [&](DocId doc) { return std::uint64_t{entries_[doc].modulus}; }, method->moduli(), options,
        stats);
    if (!candidates) return tl::unexpected(candidates.error());
    auto sets = SetReader::open(disk_, store_);
    if (!sets) return tl::unexpected(sets.error());
    const KeepRule rule{manifest.settings.keep_resemblance, manifest.settings.keep_containment,
                        manifest.settings.verify};
    progress_.phase("counting pairs", 0);
    auto verified = verify_pairs(disk_, store_ / kPairsFile, *documents_, *sets,
                                 std::move(*candidates), rule, threads_, progress_);
    if (!verified) return tl::unexpected(verified.error());
    manifest.candidates = verified->candidates;
    manifest.kept_pairs = verified->kept;
    return end_phase("find pairs", watch, stats.spilled_bytes);
  }

  Result<ClusterSummary> clusters_phase(const ClusterThresholds& thresholds, bool with_pairs) {
    const Stopwatch watch;
    progress_.phase("clustering", 0);
    auto prefer = preferences(*documents_, thresholds.survivor);
    if (!prefer) return tl::unexpected(prefer.error());
    auto pairs = PairScan::open(disk_, store_ / kPairsFile);
    if (!pairs) return tl::unexpected(pairs.error());
    auto assignment =
        thresholds.linkage == Linkage::single
            ? link_single(std::move(*pairs), *documents_, collapsed_, *prefer, thresholds)
            : link_survivors(disk_, std::move(*pairs), *documents_, collapsed_, *prefer, thresholds,
                             budget("clusters"));
    if (!assignment) return tl::unexpected(assignment.error());
    auto sets = SetReader::open(disk_, store_);
    if (!sets) return tl::unexpected(sets.error());
    auto counts = write_clusters(disk_, store_ / "clusters.jsonl", *documents_, *sets, collapsed_,
                                 *assignment);
    if (!counts) return tl::unexpected(counts.error());
    if (with_pairs) {
      auto again = PairScan::open(disk_, store_ / kPairsFile);
      if (!again) return tl::unexpected(again.error());
      auto written = write_pairs(disk_, store_ / "pairs.tsv", *documents_, std::move(*again));
      if (!written) return tl::unexpected(written.error());
    }
    ClusterSummary summary = summarize(*counts);
    summary.phases.push_back({"cluster", watch.seconds(), 0});
    if (auto put = write_stats(disk_, store_ / "stats.json", summary); !put) {
      return tl::unexpected(put.error());
    }
    return summary;
  }

  Manifest manifest;

 private:
  SortBudget budget(const char* name) const {
    SortBudget part;
    part.memory = memory_ / 2;  // the rest is for what is held a document, and for reading
    part.threads = threads_;
    part.directory = store_;
    part.name = name;
    return part;
  }

  Result<void> scan(const SketchVisitor& visit) const {
    return for_each_sketch(
        *sketches_, entries_, [&](DocId doc) { return collapsed_.is_representative(doc); }, visit);
  }

  Result<void> end_phase(const char* name, const Stopwatch& watch, std::uint64_t bytes) {
    manifest.done.push_back({name, watch.seconds(), bytes});
    return save(disk_, store_, manifest);
  }

  ClusterSummary summarize(const ClusterCounts& counts) const {
    ClusterSummary s;
    s.phases = manifest.done;
    s.documents = manifest.ingest.documents;
    s.bytes = manifest.ingest.bytes;
    s.identical = collapsed_.identical;
    s.lexical = collapsed_.lexical;
    s.same_sketch = collapsed_.same_sketch;
    s.postings = manifest.postings;
    s.candidates = manifest.candidates;
    s.pairs = manifest.kept_pairs;
    s.clusters = counts.clusters;
    s.clustered = counts.clustered;
    s.skipped = manifest.skipped_inputs;
    s.skipped.insert(s.skipped.end(), manifest.ingest.skipped.begin(),
                     manifest.ingest.skipped.end());
    if (const std::uint64_t more = manifest.ingest.more_skipped; more > 0) {
      s.skipped.push_back({"and " + std::to_string(more) + " more", "for reasons like these"});
    }
    return s;
  }

  Disk& disk_;
  std::filesystem::path store_;
  std::uint64_t memory_;
  unsigned threads_;
  Progress& progress_;
  std::optional<DocumentTable> documents_;
  std::optional<HashListReader> sketches_;
  std::vector<SketchEntry> entries_;
  Collapsed collapsed_;
};

StoreSettings settings_of(const ClusterOptions& options) {
  StoreSettings s;
  s.inputs = options.inputs;
  s.files_from = options.files_from;
  s.features_field = options.features_field;
  s.front_end = options.front_end;
  s.shingle = options.shingle;
  s.sketch = options.sketch;
  s.common = options.common;
  s.verify = options.verify;
  const auto keep = [&](double threshold) {
    if (threshold <= 0) return 0.0;
    return options.keep_from > 0 ? std::min(options.keep_from, threshold) : threshold;
  };
  s.keep_resemblance = keep(options.thresholds.resemblance);
  s.keep_containment = keep(options.thresholds.containment);
  return s;
}

Result<void> check(const ClusterThresholds& thresholds) {
  const auto share = [](double x) { return x >= 0 && x <= 1; };
  if (!share(thresholds.resemblance) || !share(thresholds.containment)) {
    return fail(ErrorCode::invalid_argument, "a threshold is a number from 0 to 1");
  }
  if (thresholds.resemblance == 0 && thresholds.containment == 0) {
    return fail(ErrorCode::invalid_argument, "give a threshold of resemblance or of containment");
  }
  return {};
}

// The pairs at hand serve a threshold no lower than they were kept from.
Result<void> check_kept(const ClusterThresholds& asked, const StoreSettings& kept) {
  const auto serves = [](double threshold, double from) {
    return threshold == 0 || (from > 0 && threshold >= from);
  };
  if (serves(asked.resemblance, kept.keep_resemblance) &&
      serves(asked.containment, kept.keep_containment)) {
    return {};
  }
  return fail(ErrorCode::invalid_argument,
              "the store kept pairs from resemblance " + std::to_string(kept.keep_resemblance) +
                  " and containment " + std::to_string(kept.keep_containment) +
                  " on (0: none): cluster again with a lower --keep-from");
}

}  // namespace
}  // namespace clustering

Result<ClusterSummary> cluster(const ClusterOptions& options, Progress& progress) {
  using namespace clustering;
  Disk& disk = Disk::real();
  if (auto good = check(options.thresholds); !good) return tl::unexpected(good.error());
  std::error_code error;
  std::filesystem::create_directories(options.store, error);
  if (error) return fail(ErrorCode::io, options.store + ": cannot be created: " + error.message());
  auto lock = StoreLock::take(options.store);
  if (!lock) return tl::unexpected(lock.error());

  Job job(disk, options.store, options.memory, options.threads, progress);
  job.manifest.settings = settings_of(options);
  auto stored = load(disk, options.store);
  if (!stored) return tl::unexpected(stored.error());
  if (*stored) {
    auto same = same_settings(job.manifest.settings, (*stored)->settings);
    if (!same) return tl::unexpected(same.error());
    job.manifest = **stored;
  }
  const auto run = [&](Phase phase, auto step) -> Result<void> {
    return job.manifest.is_done(phase) ? Result<void>{} : step();
  };
  auto done = run(Phase::ingest, [&] { return job.ingest_phase(options); });
  if (done) done = job.load_documents();
  if (done) done = run(Phase::index, [&] { return job.index_phase(); });
  if (done) done = run(Phase::pairs, [&] { return job.pairs_phase(); });
  if (!done) return tl::unexpected(done.error());
  return job.clusters_phase(options.thresholds, options.write_pairs);
}

Result<ClusterSummary> recluster(const std::string& store, const ClusterThresholds& thresholds,
                                 Progress& progress) {
  using namespace clustering;
  Disk& disk = Disk::real();
  if (auto good = check(thresholds); !good) return tl::unexpected(good.error());
  auto stored = load(disk, store);
  if (!stored) return tl::unexpected(stored.error());
  if (!*stored || !(*stored)->is_done(Phase::pairs)) {
    return fail(ErrorCode::not_found, store + ": no store with pairs; run `whorl cluster` first");
  }
  if (auto kept = check_kept(thresholds, (*stored)->settings); !kept) {
    return tl::unexpected(kept.error());
  }
  auto lock = StoreLock::take(store);
  if (!lock) return tl::unexpected(lock.error());
  Job job(disk, store, 1ull << 30, 0, progress);
  job.manifest = **stored;
  if (auto loaded = job.load_documents(); !loaded) return tl::unexpected(loaded.error());
  return job.clusters_phase(thresholds, false);
}

}  // namespace whorl
