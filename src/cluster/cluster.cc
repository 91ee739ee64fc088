// The jobs of whorl/cluster.h: who may write, what is asked against what is kept.

#include "whorl/cluster.h"

#include <algorithm>
#include <filesystem>

#include "cluster/job.h"
#include "cluster/pair_method.h"
#include "cluster/runs.h"

namespace whorl {
namespace clustering {
namespace {

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

// What is at hand serves thresholds no lower than pairs were kept from, and the field that
// was read.
Result<void> check_kept(const ClusterThresholds& asked, const StoreSettings& kept) {
  if (asked.survivor == SurvivorChoice::field && asked.survivor_field != kept.survivor_field) {
    return fail(ErrorCode::invalid_argument,
                "the store keeps " +
                    (kept.survivor_field.empty() ? std::string("no field of the documents")
                                                 : "the field " + kept.survivor_field) +
                    ", not " + asked.survivor_field +
                    ": cluster again with --survivor field:" + asked.survivor_field);
  }
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

// Everything that makes documents of one store comparable with those of another.
void take_method(const StoreSettings& from, StoreSettings& to) {
  to.front_end = from.front_end;
  to.shingle = from.shingle;
  to.sketch = from.sketch;
  to.pairs = from.pairs;
  to.common = from.common;
  to.verify = from.verify;
  to.features_field = from.features_field;
}

Result<void> make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return fail(ErrorCode::io, path + ": cannot be created: " + error.message());
  return {};
}

}  // namespace

Result<ClusterSummary> run_store(const ClusterOptions& options, Manifest fresh,
                                 Progress& progress) {
  Disk& disk = Disk::real();
  if (auto good = check(options.thresholds); !good) return tl::unexpected(good.error());
  if (auto method = PairMethod::parse(options.pairs); !method) {
    return tl::unexpected(method.error());
  }
  if (auto made = make_folder(options.store); !made) return tl::unexpected(made.error());
  auto lock = StoreLock::take(options.store);
  if (!lock) return tl::unexpected(lock.error());
  auto stored = load(disk, options.store);
  if (!stored) return tl::unexpected(stored.error());
  if (*stored) {
    auto same = same_settings(fresh.settings, (*stored)->settings);
    if (!same) return tl::unexpected(same.error());
    if ((*stored)->parts != fresh.parts) {
      return fail(ErrorCode::invalid_argument,
                  options.store + ": was made of other stores: name another directory");
    }
    fresh = std::move(**stored);
  }
  Job job(disk, {options.store, options.memory, options.threads, options.temporary},
          std::move(fresh), progress);
  if (auto done = job.find_pairs(options); !done) return tl::unexpected(done.error());
  return job.form_clusters(options.thresholds, options.write_pairs, options.audit);
}

Result<ClusterSummary> run_against(const ClusterOptions& options, const std::string& against,
                                   Progress& progress) {
  auto other = load_finished(Disk::real(), against);
  if (!other) return tl::unexpected(other.error());
  Manifest fresh;
  fresh.settings = settings_of(options);
  if (auto same = same_method(fresh.settings, other->settings); !same) {
    return tl::unexpected(same.error());
  }
  take_method(other->settings, fresh.settings);
  fresh.settings.across = true;
  fresh.parts = {{against, other->ingest.documents}};
  return run_store(options, std::move(fresh), progress);
}
}  // namespace clustering

Result<ClusterSummary> cluster(const ClusterOptions& options, Progress& progress) {
  clustering::Manifest fresh;
  fresh.settings = clustering::settings_of(options);
  return clustering::run_store(options, std::move(fresh), progress);
}

Result<ClusterSummary> recluster(const std::string& store, const ClusterThresholds& thresholds,
                                 Progress& progress) {
  using namespace clustering;
  Disk& disk = Disk::real();
  if (auto good = check(thresholds); !good) return tl::unexpected(good.error());
  auto manifest = load_finished(disk, store);
  if (!manifest) return tl::unexpected(manifest.error());
  if (auto kept = check_kept(thresholds, manifest->settings); !kept) {
    return tl::unexpected(kept.error());
  }
  auto lock = StoreLock::take(store);
  if (!lock) return tl::unexpected(lock.error());
  Job job(disk, {store, 1ull << 30, 0, {}}, std::move(*manifest), progress);
  if (auto loaded = job.load(); !loaded) return tl::unexpected(loaded.error());
  return job.form_clusters(thresholds, false, 0);
}

}  // namespace whorl
