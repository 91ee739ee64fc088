// The jobs of whorl/cluster.h: lock the store, and compare the request with the stored settings.

#include "whorl/cluster.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "base/folder.h"
#include "base/guard.h"
#include "base/ownership/folder.h"
#include "base/ownership/same_file.h"
#include "base/try.h"
#include "jobs/collection/cluster/checks.h"
#include "jobs/collection/cluster/given_pairs.h"
#include "jobs/collection/cluster/pipeline.h"
#include "jobs/collection/cluster/runs.h"
#include "jobs/collection/join/resolved_run.h"
#include "store/begun_store.h"
#include "store/input_list.h"
#include "store/lock.h"

namespace whorl::internal::cluster {
namespace {

// Copies the settings that make documents of one store comparable with those of another.
void take_method(const store::StoreSettings& from, store::StoreSettings& to) {
  to.front_end = from.front_end;
  to.shingle = from.shingle;
  to.letters_below = from.letters_below;
  to.weighted = from.weighted;
  to.sketch = from.sketch;
  to.pairs = from.pairs;
  to.common = from.common;
  to.verify = from.verify;
  to.features_field = from.features_field;
  to.positions = from.positions;
}

// True if the store contains only its manifest.
bool is_untouched(const store::Manifest& manifest) {
  return manifest.done.empty() && manifest.added.empty() && manifest.ingest.records == 0 &&
         manifest.ingest.documents == 0;
}

// The folder of a stopped dedup has a generated name, so the message explains it.
tl::unexpected<Error> cannot_go_on(const std::string& store, const std::string& why) {
  if (!base::ownership::kDedupWork.bears_mark(store).value_or(false)) {
    return fail(ErrorCode::invalid_argument,
                store + ": " + why + ": use the same settings, or name another directory");
  }
  return fail(ErrorCode::invalid_argument,
              store + ": belongs to an interrupted dedup and " + why +
                  ": run the same command to continue it, or remove that folder to start over");
}

// The manifest to continue with: the one in the store, if it has the same settings and parts.
Result<store::Manifest> stored_or(base::FileSystem& file_system, const std::string& store,
                                  store::Manifest fresh) {
  WHORL_ASSIGN_OR_RETURN(auto stored, store::load(file_system, store));
  if (!stored || is_untouched(*stored)) return fresh;
  if (auto same = store::same_settings(fresh.settings, stored->settings); !same) {
    return cannot_go_on(store, same.error().message);
  }
  if (stored->parts != fresh.parts) {
    return cannot_go_on(store, fresh.settings.across ? "was compared with other texts"
                                                     : "was merged from other stores");
  }
  return std::move(*stored);
}

// The file of pairs does not cover other documents.
tl::unexpected<Error> grows_no_more(const std::string& store) {
  return fail(ErrorCode::unsupported, store +
                                          ": has only the pairs of --candidates; cluster all "
                                          "inputs together, with the candidates of all");
}

// A run over the store of `options`. It begins in one of three ways, and ends with clusters.
class StoreRun {
 public:
  StoreRun(const ClusterOptions& options, const StoreUse& use, Progress& progress)
      : file_system_(use.file_system), options_(options), use_(use), progress_(progress) {}

  // Makes the store, or continues it if it was begun with the settings and parts of `fresh`.
  Result<ClusterSummary> make(store::Manifest fresh);
  // Adds the documents of the inputs to the finished store.
  Result<ClusterSummary> add();
  // Forms other clusters of the same documents.
  Result<ClusterSummary> recluster();

 private:
  Result<void> take_stored();
  Result<bool> begin_adding();
  CollectionInput input() const;  // by the settings of the store
  Result<store::Reading> open_reading() const;
  Result<void> begin_store(const store::Reading& reading);
  Result<std::optional<store::Reading>> go_on(store::Reading reading) const;
  Result<ClusterSummary> finish(store::Reading reading, const ClusterThresholds& thresholds,
                                const std::function<Result<void>()>& undo);
  PipelineOptions job_options() const {
    return {
        options_.store, options_.limits.memory, options_.limits.threads, options_.limits.temporary,
        use_.readers,   use_.keep_rows,         options_.join.candidates};
  }

  base::FileSystem& file_system_;
  const ClusterOptions& options_;
  StoreUse use_;
  Progress& progress_;
  std::optional<store::StoreLock> lock_;
  store::Manifest manifest_;
  std::optional<join::ResolvedRun> run_;  // the resolved settings of manifest_
};

// Locks an existing store, and loads the manifest to continue with.
Result<void> StoreRun::take_stored() {
  WHORL_ASSIGN_OR_RETURN(lock_, store::StoreLock::take(options_.store));
  WHORL_ASSIGN_OR_RETURN(auto stored, store::load(file_system_, options_.store));
  if (!stored) return fail(ErrorCode::io, options_.store + ": the store is being removed");
  manifest_ = std::move(*stored);
  return {};
}

// Prepares a finished manifest for more inputs; returns true if it did. If the same inputs are
// being added, or were added last, the manifest does not change: the run continues, or has nothing
// to do.
Result<bool> StoreRun::begin_adding() {
  WHORL_RETURN_IF_ERROR(
      join::same_method(options_, join::settings_of(options_), manifest_.settings));
  const std::vector<std::string> names = store::input_names(options_.input);
  std::vector<std::string> adding = names;
  if (!options_.input.files_from.empty()) adding.push_back(options_.input.files_from);
  if (manifest_.added == adding) return false;
  if (!manifest_.is_done(store::Phase::pairs)) {
    return fail(ErrorCode::invalid_argument,
                options_.store + ": not finished: first run the interrupted command again");
  }
  std::vector<std::string>& inputs = manifest_.settings.inputs;
  for (const std::string& input : names) {
    if (input == "-" || std::find(inputs.begin(), inputs.end(), input) == inputs.end()) continue;
    return fail(ErrorCode::invalid_argument, input + ": is in the store already");
  }
  manifest_.parts = {{"", manifest_.ingest.documents}};
  manifest_.done.clear();
  manifest_.ingest.records = 0;
  manifest_.ingest.streamed = {};
  manifest_.added = std::move(adding);
  inputs.insert(inputs.end(), names.begin(), names.end());
  return true;
}

CollectionInput StoreRun::input() const {
  CollectionInput input = options_.input;
  input.outputs.push_back(options_.store);
  input.features_field = run_->features_field;
  input.group_field = run_->within;
  return input;
}

// The documents to read by the settings of the store. Writes nothing.
Result<store::Reading> StoreRun::open_reading() const {
  return store::Reading::open(input(), run_->shingling, run_->survivor_field,
                              options_.limits.memory, &progress_);
}

// Stores the list of inputs before any of them is read. The manifest marks a new folder, so there
// it is written first. The manifest of an existing store never refers to the inputs of another run.
Result<void> StoreRun::begin_store(const store::Reading& reading) {
  if (!store::is_store(options_.store)) {
    WHORL_RETURN_IF_ERROR(store::save(file_system_, options_.store, manifest_));
  }
  const store::InputList inputs{*reading.documents, options_.input};
  store::StoreFiles files(file_system_, options_.store, manifest_.files);
  WHORL_ASSIGN_OR_RETURN(manifest_.inputs, store::write_inputs(files, inputs));
  manifest_.files = files.table();
  return store::save(file_system_, options_.store, manifest_);
}

// The inputs that must still be read; none if all were read and have not changed.
Result<std::optional<store::Reading>> StoreRun::go_on(store::Reading reading) const {
  const store::InputList inputs{*reading.documents, options_.input};
  const store::StoreFiles files(file_system_, options_.store, manifest_.files);
  WHORL_RETURN_IF_ERROR(store::check_inputs(files, manifest_.inputs, inputs));
  if (!manifest_.is_done(store::Phase::ingest)) return reading;
  WHORL_RETURN_IF_ERROR(store::check_streams(input(), run_->survivor_field, options_.limits.memory,
                                             manifest_.ingest.streamed, progress_));
  return std::nullopt;
}

// The end of a run that reads. Calls `undo` if no input could be read.
Result<ClusterSummary> StoreRun::finish(store::Reading reading, const ClusterThresholds& thresholds,
                                        const std::function<Result<void>()>& undo) {
  const bool done = manifest_.is_done(store::Phase::pairs) && manifest_.thresholds == thresholds;
  WHORL_ASSIGN_OR_RETURN(auto rest, go_on(std::move(reading)));
  Pipeline pipeline(file_system_, job_options(), std::move(manifest_), *std::move(run_), progress_);
  const auto found = pipeline.find_pairs(std::move(rest));
  if (pipeline.read_nothing()) WHORL_RETURN_IF_ERROR(undo());
  WHORL_RETURN_IF_ERROR(found);
  WHORL_ASSIGN_OR_RETURN(auto summary,
                         pipeline.form_clusters(thresholds, options_.write_pairs, options_.audit));
  summary.done_before = done;
  return summary;
}

Result<ClusterSummary> StoreRun::make(store::Manifest fresh) {
  const store::StoreLock* held = use_.held;
  WHORL_RETURN_IF_ERROR(check_options(options_));
  WHORL_ASSIGN_OR_RETURN(run_, join::ResolvedRun::of(fresh.settings));
  WHORL_RETURN_IF_ERROR(check_keep_from(options_, run_->method));
  WHORL_RETURN_IF_ERROR(check_candidates(*run_));
  WHORL_RETURN_IF_ERROR(check_join(options_.thresholds, *run_));
  WHORL_RETURN_IF_ERROR(check_positions(*run_));
  WHORL_RETURN_IF_ERROR(check_within(*run_));
  WHORL_RETURN_IF_ERROR(check_outputs(options_, *run_));
  if (held == nullptr && store::is_store(options_.store)) {
    WHORL_ASSIGN_OR_RETURN(lock_, store::StoreLock::take(options_.store));
  }
  // All errors in the request are found before a folder is made.
  WHORL_RETURN_IF_ERROR(base::ownership::check_folder(options_.store, base::ownership::kStore));
  WHORL_ASSIGN_OR_RETURN(manifest_, stored_or(file_system_, options_.store, std::move(fresh)));
  WHORL_ASSIGN_OR_RETURN(auto reading, open_reading());
  const store::BegunStore begun(options_.store);
  if (held == nullptr && !lock_) {
    WHORL_RETURN_IF_ERROR(base::make_folder(options_.store));
    WHORL_ASSIGN_OR_RETURN(lock_, store::StoreLock::take(options_.store));
    if (store::is_store(options_.store)) {
      return fail(ErrorCode::io,
                  options_.store + ": another whorl process created this store in the meantime");
    }
  }
  // First of all, because it marks the folder.
  if (is_untouched(manifest_)) WHORL_RETURN_IF_ERROR(begin_store(reading));
  return finish(std::move(reading), options_.thresholds, [&]() -> Result<void> {
    begun.remove();
    return {};
  });
}

Result<ClusterSummary> StoreRun::add() {
  WHORL_RETURN_IF_ERROR(check_options(options_));
  WHORL_RETURN_IF_ERROR(base::check_permitted(options_.store));
  if (!store::is_store(options_.store)) {
    return fail(
        ErrorCode::not_found,
        options_.store + ": there is no store to add to; create it with -o instead of --into");
  }
  if (!options_.join.candidates.empty()) {
    return fail(ErrorCode::invalid_argument,
                "--candidates is for a new store, not for one that grows (--into)");
  }
  WHORL_RETURN_IF_ERROR(take_stored());
  if (!manifest_.settings.candidates.empty()) return grows_no_more(options_.store);
  WHORL_ASSIGN_OR_RETURN(const bool begins, begin_adding());
  const bool stored_thresholds = options_.thresholds == ClusterThresholds{} && manifest_.thresholds;
  const ClusterThresholds thresholds =
      stored_thresholds ? *manifest_.thresholds : options_.thresholds;
  WHORL_ASSIGN_OR_RETURN(run_, join::ResolvedRun::of(manifest_.settings));
  WHORL_RETURN_IF_ERROR(check_kept(thresholds, *run_));
  WHORL_RETURN_IF_ERROR(check_outputs(options_, *run_));
  WHORL_ASSIGN_OR_RETURN(auto reading, open_reading());
  if (begins) WHORL_RETURN_IF_ERROR(begin_store(reading));
  return finish(std::move(reading), thresholds, [&]() -> Result<void> {
    return begins ? store::give_up(file_system_, options_.store) : Result<void>{};
  });
}

Result<ClusterSummary> StoreRun::recluster() {
  const ClusterThresholds& thresholds = options_.thresholds;
  WHORL_RETURN_IF_ERROR(check_thresholds(thresholds));
  // First, so that no lock remains in a folder that is no store.
  WHORL_RETURN_IF_ERROR(store::load_finished(file_system_, options_.store));
  WHORL_RETURN_IF_ERROR(take_stored());
  if (!manifest_.is_done(store::Phase::pairs)) {
    return fail(ErrorCode::invalid_argument,
                options_.store + ": an interrupted run adds to it: first run its command again");
  }
  WHORL_ASSIGN_OR_RETURN(run_, join::ResolvedRun::of(manifest_.settings));
  WHORL_ASSIGN_OR_RETURN(const bool recounts, needs_recount(thresholds, *run_));
  join::ResolvedRun kept = *run_;
  if (recounts) kept.keep_containment = thresholds.containment;
  WHORL_RETURN_IF_ERROR(check_kept(thresholds, kept));
  Pipeline pipeline(file_system_, job_options(), std::move(manifest_), *std::move(run_), progress_);
  WHORL_RETURN_IF_ERROR(pipeline.load());
  if (recounts) WHORL_RETURN_IF_ERROR(pipeline.recount_pairs(thresholds.containment));
  return pipeline.form_clusters(thresholds, false, 0);
}

}  // namespace

Result<ClusterSummary> run_store(const ClusterOptions& options, store::Manifest fresh,
                                 const StoreUse& use, Progress& progress) {
  return StoreRun(options, use, progress).make(std::move(fresh));
}

Result<ClusterSummary> run_against(const ClusterOptions& options, const store::StoreSettings& asked,
                                   const std::string& against, const StoreUse& use,
                                   Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto other, store::load_finished(base::FileSystem::real(), against));
  if (base::ownership::same_place(against, options.store)) {
    return fail(ErrorCode::invalid_argument, against + ": cannot be compared with itself");
  }
  WHORL_RETURN_IF_ERROR(join::same_method(options, asked, other.settings));
  WHORL_ASSIGN_OR_RETURN(const auto method, join::JoinMethod::parse(other.settings.pairs));
  if (asked.pairs == other.settings.pairs) {
    WHORL_RETURN_IF_ERROR(check_keep_from(options, method));
  }
  store::Manifest fresh;
  fresh.settings = asked;
  take_method(other.settings, fresh.settings);
  if (!method.keeps_pairs()) fresh.settings.pairs = join::kDefaultPairs;
  fresh.settings.across = true;
  fresh.parts = {{against, other.ingest.documents, other.inputs}};
  return run_store(options, std::move(fresh), use, progress);
}

}  // namespace whorl::internal::cluster

namespace whorl {

using namespace internal;
using namespace internal::cluster;

Result<ClusterSummary> cluster(const ClusterOptions& options, Progress& progress) try {
  store::Manifest fresh;
  fresh.settings = join::settings_of(options);
  if (!options.join.candidates.empty()) {
    WHORL_ASSIGN_OR_RETURN(fresh.settings.candidates, describe_pairs(options.join.candidates));
  }
  return cluster::run_store(options, std::move(fresh), {}, progress);
} catch (...) {
  return internal::base::caught();
}

Result<ClusterSummary> cluster_into(const ClusterOptions& options, Progress& progress) try {
  return StoreRun(options, {}, progress).add();
} catch (...) {
  return internal::base::caught();
}

namespace {

// A store may occur only once in a merge, by whatever path.
Result<void> check_other(const std::string& store, const MergeOptions& options,
                         const std::vector<store::Part>& parts) {
  if (base::ownership::same_place(store, options.output)) {
    return fail(ErrorCode::invalid_argument, store + ": cannot be merged into itself");
  }
  for (const store::Part& part : parts) {
    if (!base::ownership::same_place(store, part.store)) continue;
    return fail(ErrorCode::invalid_argument, store + " is named twice; name each store once");
  }
  return {};
}

}  // namespace

Result<ClusterSummary> merge(const MergeOptions& options, Progress& progress) try {
  if (options.stores.size() < 2) {
    return fail(ErrorCode::invalid_argument, "name two stores or more to merge");
  }
  WHORL_RETURN_IF_ERROR(check_limits(options.limits));
  store::Manifest fresh;
  ClusterOptions run;
  for (const std::string& store : options.stores) {
    WHORL_RETURN_IF_ERROR(check_other(store, options, fresh.parts));
    WHORL_ASSIGN_OR_RETURN(auto part, store::load_finished(base::FileSystem::real(), store));
    store::StoreSettings& settings = fresh.settings;
    store::StoreSettings theirs = part.settings;
    if (!theirs.candidates.empty()) return grows_no_more(store);
    if (!theirs.within.empty()) {
      return fail(ErrorCode::unsupported,
                  store + ": was made with --within " + theirs.within +
                      "; such stores cannot be merged: cluster all inputs in one run");
    }
    if (fresh.parts.empty()) {
      settings = theirs;
      run.thresholds = part.thresholds.value_or(ClusterThresholds{});
    } else {
      theirs.inputs = settings.inputs;
      theirs.files_from = settings.files_from;
      if (auto same = store::same_settings(theirs, settings); !same) {
        return fail(same.error().code, store + ": " + same.error().message +
                                           ": only stores with the same settings can be merged");
      }
      settings.inputs.insert(settings.inputs.end(), part.settings.inputs.begin(),
                             part.settings.inputs.end());
    }
    fresh.parts.push_back({store, part.ingest.documents});
  }
  run.store = options.output;
  run.limits = options.limits;
  return cluster::run_store(run, std::move(fresh), {}, progress);
} catch (...) {
  return internal::base::caught();
}

Result<ClusterSummary> recluster(const std::string& store, const ClusterThresholds& thresholds,
                                 Progress& progress) try {
  ClusterOptions options;
  options.store = store;
  options.thresholds = thresholds;
  options.limits.memory = 1ull << 30;
  return StoreRun(options, {}, progress).recluster();
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
