// The jobs of whorl/cluster.h: who may write, what is asked against what is kept.

#include "whorl/cluster.h"

#include <algorithm>

#include "base/folder.h"
#include "base/guard.h"
#include "base/try.h"
#include "claim/folder.h"
#include "claim/same_file.h"
#include "cluster/checks.h"
#include "cluster/pipeline.h"
#include "cluster/runs.h"
#include "join/resolved_run.h"
#include "store/begun_store.h"
#include "store/input_list.h"
#include "store/lock.h"

namespace whorl::internal::cluster {
namespace {

// Everything that makes documents of one store comparable with those of another.
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

// Makes room in a finished manifest for more inputs, and says so. One that they are being added to,
// or were added to last, is left as it is: the run goes on, or has nothing to do.
Result<bool> begin_adding(const ClusterOptions& options, store::Manifest& manifest) {
  WHORL_RETURN_IF_ERROR(join::same_method(options, join::settings_of(options), manifest.settings));
  const std::vector<std::string> names = store::input_names(options.input);
  std::vector<std::string> adding = names;
  if (!options.input.files_from.empty()) adding.push_back(options.input.files_from);
  if (manifest.added == adding) return false;
  if (!manifest.is_done(store::Phase::pairs)) {
    return fail(ErrorCode::invalid_argument,
                options.store + ": not finished: give the command that was stopped again first");
  }
  std::vector<std::string>& inputs = manifest.settings.inputs;
  for (const std::string& input : names) {
    if (input == "-" || std::find(inputs.begin(), inputs.end(), input) == inputs.end()) continue;
    return fail(ErrorCode::invalid_argument, input + ": is in the store already");
  }
  manifest.parts = {{"", manifest.ingest.documents}};
  manifest.done.clear();
  manifest.ingest.records = 0;
  manifest.ingest.streamed = {};
  manifest.added = std::move(adding);
  inputs.insert(inputs.end(), names.begin(), names.end());
  return true;
}

// The documents to be read by the settings of a store. Writes nothing.
Result<store::Reading> open_reading(const ClusterOptions& options, const join::ResolvedRun& run,
                                    const Progress& progress) {
  CollectionInput input = options.input;
  input.outputs.push_back(options.store);
  input.features_field = run.features_field;
  return store::Reading::open(input, run.shingling, run.survivor_field, options.limits.memory,
                              &progress);
}

// Keeps what the inputs are like, before any of them is read. The manifest is the mark of a new
// folder, so it comes first there; that of a store never stands with the inputs of another run.
Result<void> begin_store(base::FileSystem& file_system, const ClusterOptions& options,
                         const store::Reading& reading, store::Manifest& manifest) {
  if (!store::is_store(options.store)) {
    WHORL_RETURN_IF_ERROR(store::save(file_system, options.store, manifest));
  }
  const store::InputList inputs{*reading.documents, options.input};
  store::StoreFiles files(file_system, options.store, manifest.files);
  WHORL_ASSIGN_OR_RETURN(manifest.inputs, store::write_inputs(files, inputs));
  manifest.files = files.table();
  return store::save(file_system, options.store, manifest);
}

// What is still to be read; none where it has been, and is the same still.
Result<std::optional<store::Reading>> go_on(const ClusterOptions& options,
                                            const store::Manifest& manifest, store::Reading reading,
                                            const Progress& progress) {
  const store::InputList inputs{*reading.documents, options.input};
  const store::StoreFiles files(base::FileSystem::real(), options.store, manifest.files);
  WHORL_RETURN_IF_ERROR(store::check_inputs(files, manifest.inputs, inputs));
  if (!manifest.is_done(store::Phase::ingest)) return reading;
  WHORL_RETURN_IF_ERROR(store::check_streams(options.input, options.limits.memory,
                                             manifest.ingest.streamed, progress));
  return std::nullopt;
}

bool is_done(const store::Manifest& manifest, const ClusterThresholds& thresholds) {
  return manifest.is_done(store::Phase::pairs) && manifest.thresholds == thresholds;
}

// Whether nothing has come of a store but its mark.
bool is_untouched(const store::Manifest& manifest) {
  return manifest.done.empty() && manifest.added.empty() && manifest.ingest.records == 0 &&
         manifest.ingest.documents == 0;
}

// What dedup left beside its output bears a name that nobody gave.
tl::unexpected<Error> cannot_go_on(const std::string& store, const std::string& why) {
  if (!claim::kDedupWork.bears_mark(store).value_or(false)) {
    return fail(ErrorCode::invalid_argument,
                store + ": " + why + ": use the same, or name another directory");
  }
  return fail(ErrorCode::invalid_argument,
              store + ": is the work of a dedup that was stopped, and " + why +
                  ": give the same to go on with it, or remove that folder to begin anew");
}

// The manifest to go on with: the one in the store, if it is of the same settings and parts.
Result<store::Manifest> stored_or(base::FileSystem& file_system, const std::string& store,
                                  store::Manifest fresh) {
  WHORL_ASSIGN_OR_RETURN(auto stored, store::load(file_system, store));
  if (!stored || is_untouched(*stored)) return fresh;
  if (auto same = store::same_settings(fresh.settings, stored->settings); !same) {
    return cannot_go_on(store, same.error().message);
  }
  if (stored->parts != fresh.parts) {
    return cannot_go_on(store, fresh.settings.across
                                   ? "was compared against other texts, or a store of others"
                                   : "was made of other stores");
  }
  return std::move(*stored);
}

PipelineOptions job_options(const ClusterOptions& options, Readers readers = Readers::anyone) {
  return {options.store, options.limits.memory, options.limits.threads, options.limits.temporary,
          readers};
}

}  // namespace

Result<ClusterSummary> run_store(const ClusterOptions& options, store::Manifest fresh,
                                 const StoreUse& use, Progress& progress) {
  base::FileSystem& file_system = base::FileSystem::real();
  WHORL_RETURN_IF_ERROR(check_options(options));
  WHORL_ASSIGN_OR_RETURN(auto run, join::ResolvedRun::of(fresh.settings));
  WHORL_RETURN_IF_ERROR(check_keep_from(options, run.method));
  WHORL_RETURN_IF_ERROR(check_join(options.thresholds, run));
  WHORL_RETURN_IF_ERROR(check_positions(run));
  WHORL_RETURN_IF_ERROR(check_outputs(options, run));
  std::optional<store::StoreLock> lock;
  if (use.held == nullptr && store::is_store(options.store)) {
    WHORL_ASSIGN_OR_RETURN(lock, store::StoreLock::take(options.store));
  }
  // All that can be wrong with what was asked is seen before a folder is made.
  WHORL_RETURN_IF_ERROR(claim::check_folder(options.store, claim::kStore));
  WHORL_ASSIGN_OR_RETURN(auto manifest, stored_or(file_system, options.store, fresh));
  WHORL_ASSIGN_OR_RETURN(auto reading, open_reading(options, run, progress));
  const store::BegunStore begun(options.store);
  if (use.held == nullptr && !lock) {
    WHORL_RETURN_IF_ERROR(base::make_folder(options.store));
    WHORL_ASSIGN_OR_RETURN(lock, store::StoreLock::take(options.store));
    if (store::is_store(options.store)) {
      return fail(ErrorCode::io, options.store + ": another whorl made this store meanwhile");
    }
  }
  // Before all else, as the mark of the folder.
  if (is_untouched(manifest)) {
    WHORL_RETURN_IF_ERROR(begin_store(file_system, options, reading, manifest));
  }
  const bool done = is_done(manifest, options.thresholds);
  WHORL_ASSIGN_OR_RETURN(auto rest, go_on(options, manifest, std::move(reading), progress));
  Pipeline pipeline(file_system, job_options(options, use.readers), std::move(manifest),
                    std::move(run), progress);
  const auto found = pipeline.find_pairs(std::move(rest));
  if (pipeline.read_nothing()) begun.remove();
  WHORL_RETURN_IF_ERROR(found);
  WHORL_ASSIGN_OR_RETURN(
      auto summary, pipeline.form_clusters(options.thresholds, options.write_pairs, options.audit));
  summary.done_before = done;
  return summary;
}

Result<ClusterSummary> run_against(const ClusterOptions& options, const store::StoreSettings& asked,
                                   const std::string& against, const StoreUse& use,
                                   Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto other, store::load_finished(base::FileSystem::real(), against));
  if (claim::same_place(against, options.store)) {
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
  return cluster::run_store(options, std::move(fresh), {}, progress);
} catch (...) {
  return internal::base::caught();
}

Result<ClusterSummary> cluster_into(const ClusterOptions& options, Progress& progress) try {
  base::FileSystem& file_system = base::FileSystem::real();
  WHORL_RETURN_IF_ERROR(check_options(options));
  WHORL_RETURN_IF_ERROR(base::check_permitted(options.store));
  if (!store::is_store(options.store)) {
    return fail(ErrorCode::not_found,
                options.store + ": no store to add to; make it with -o in place of --into");
  }
  WHORL_ASSIGN_OR_RETURN(auto lock, store::StoreLock::take(options.store));
  WHORL_ASSIGN_OR_RETURN(auto stored, store::load(file_system, options.store));
  if (!stored) return fail(ErrorCode::io, options.store + ": the store is being removed");
  store::Manifest manifest = std::move(*stored);
  WHORL_ASSIGN_OR_RETURN(const bool begins, begin_adding(options, manifest));
  const bool stored_thresholds = options.thresholds == ClusterThresholds{} && manifest.thresholds;
  const ClusterThresholds thresholds =
      stored_thresholds ? *manifest.thresholds : options.thresholds;
  WHORL_ASSIGN_OR_RETURN(auto run, join::ResolvedRun::of(manifest.settings));
  WHORL_RETURN_IF_ERROR(check_kept(thresholds, run));
  WHORL_RETURN_IF_ERROR(check_outputs(options, run));
  WHORL_ASSIGN_OR_RETURN(auto reading, open_reading(options, run, progress));
  if (begins) {
    WHORL_RETURN_IF_ERROR(begin_store(file_system, options, reading, manifest));
  }
  const bool done = is_done(manifest, thresholds);
  WHORL_ASSIGN_OR_RETURN(auto rest, go_on(options, manifest, std::move(reading), progress));
  cluster::Pipeline pipeline(file_system, job_options(options), std::move(manifest), std::move(run),
                             progress);
  const auto found = pipeline.find_pairs(std::move(rest));
  if (pipeline.read_nothing() && begins) {
    WHORL_RETURN_IF_ERROR(store::give_up(file_system, options.store));
  }
  WHORL_RETURN_IF_ERROR(found);
  WHORL_ASSIGN_OR_RETURN(auto summary,
                         pipeline.form_clusters(thresholds, options.write_pairs, options.audit));
  summary.done_before = done;
  return summary;
} catch (...) {
  return internal::base::caught();
}

namespace {

// A store stands once in a merge, whatever name leads to it.
Result<void> check_other(const std::string& store, const MergeOptions& options,
                         const std::vector<store::Part>& parts) {
  if (claim::same_place(store, options.output)) {
    return fail(ErrorCode::invalid_argument, store + ": cannot be merged into itself");
  }
  for (const store::Part& part : parts) {
    if (!claim::same_place(store, part.store)) continue;
    return fail(ErrorCode::invalid_argument,
                store + " is named twice: each store counts once, give each but once");
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
    if (fresh.parts.empty()) {
      settings = theirs;
      run.thresholds = part.thresholds.value_or(ClusterThresholds{});
    } else {
      theirs.inputs = settings.inputs;
      theirs.files_from = settings.files_from;
      if (auto same = store::same_settings(theirs, settings); !same) {
        return fail(same.error().code, store + ": " + same.error().message +
                                           ": stores are merged that were made alike");
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
  base::FileSystem& file_system = base::FileSystem::real();
  WHORL_RETURN_IF_ERROR(check_thresholds(thresholds));
  // First, so that no lock is left in a folder that is no store.
  WHORL_RETURN_IF_ERROR(store::load_finished(file_system, store));
  WHORL_ASSIGN_OR_RETURN(auto lock, store::StoreLock::take(store));
  WHORL_ASSIGN_OR_RETURN(auto stored, store::load(file_system, store));
  if (!stored) return fail(ErrorCode::io, store + ": the store is being removed");
  store::Manifest manifest = std::move(*stored);
  if (!manifest.is_done(store::Phase::pairs)) {
    return fail(ErrorCode::invalid_argument,
                store + ": a run that was stopped adds to it: give its command again first");
  }
  WHORL_ASSIGN_OR_RETURN(auto run, join::ResolvedRun::of(manifest.settings));
  WHORL_ASSIGN_OR_RETURN(const bool recounts, needs_recount(thresholds, run));
  join::ResolvedRun kept = run;
  if (recounts) kept.keep_containment = thresholds.containment;
  WHORL_RETURN_IF_ERROR(check_kept(thresholds, kept));
  cluster::Pipeline pipeline(file_system, {store, 1ull << 30}, std::move(manifest), std::move(run),
                             progress);
  WHORL_RETURN_IF_ERROR(pipeline.load());
  if (recounts) {
    WHORL_RETURN_IF_ERROR(pipeline.recount_pairs(thresholds.containment));
  }
  return pipeline.form_clusters(thresholds, false, 0);
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
