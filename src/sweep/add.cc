// Adding a sweep: the pages are read into a draft beside the store, as `cluster` reads them, and
// merged into it in one step at the end.

#include <filesystem>

#include "base/folder.h"
#include "base/guard.h"
#include "base/spill_folder.h"
#include "base/try.h"
#include "join/store_options.h"
#include "store/lock.h"
#include "store/manifest.h"
#include "sweep/dates.h"
#include "sweep/page_merge.h"
#include "whorl/sweep.h"

namespace whorl::internal::sweep {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDraft = "draft-";

// Drafts of other sweeps were given up.
void remove_drafts(const fs::path& store, const fs::path& but) {
  for (const std::string& name : internal::base::names_in(store)) {
    const fs::path path = store / name;
    if (name.starts_with(kDraft) && path != but) internal::base::remove_tree(path);
  }
}

store::StoreSettings draft_settings(const AddSweepOptions& options) {
  ClusterOptions reading;
  reading.input = options.input;
  reading.shingling = options.shingling;
  return join::settings_of(reading);
}

// The draft's manifest as a stopped run left it; none where it is of no use.
std::optional<store::Manifest> stored_draft(base::FileSystem& file_system, const fs::path& draft,
                                            const AddSweepOptions& options) {
  auto stored = store::load(file_system, draft);
  if (!stored || !*stored) return std::nullopt;
  const auto same = store::same_settings(draft_settings(options), (*stored)->settings);
  return same ? std::move(*stored) : std::nullopt;
}

// The pages to be read; none where a stopped run has read them. Writes nothing.
Result<std::optional<store::Reading>> open_reading(base::FileSystem& file_system,
                                                   const fs::path& draft,
                                                   const AddSweepOptions& options) {
  const auto stored = stored_draft(file_system, draft, options);
  if (stored && stored->is_done(store::Phase::ingest)) return std::nullopt;
  WHORL_ASSIGN_OR_RETURN(auto reading, store::Reading::open(options.input, options.shingling, "",
                                                            options.limits.memory));
  return reading;
}

// The draft's manifest, as a stopped run left it or new.
Result<store::Manifest> open_draft(base::FileSystem& file_system, const fs::path& draft,
                                   const AddSweepOptions& options) {
  if (auto stored = stored_draft(file_system, draft, options)) return std::move(*stored);
  base::remove_tree(draft);
  WHORL_RETURN_IF_ERROR(base::make_folder(draft));
  store::Manifest fresh;
  fresh.settings = draft_settings(options);
  return fresh;
}

Result<void> read_pages(store::IngestTarget draft, const std::optional<store::Reading>& reading,
                        store::Manifest& manifest, Progress& progress) {
  if (manifest.is_done(store::Phase::ingest)) return {};
  if (!reading) {
    return fail(ErrorCode::io, draft.store.string() + ": another whorl has written to it");
  }
  draft.checkpoint = [&](const store::IngestState& safe) {
    manifest.ingest = safe;
    return store::save(draft.file_system, draft.store, manifest);
  };
  draft.keep_sets = false;
  WHORL_ASSIGN_OR_RETURN(auto state, store::ingest(draft, *reading, manifest.ingest, progress));
  manifest.ingest = state;
  manifest.skipped_inputs = reading->documents->skipped();
  manifest.done.push_back({"read and sketch", 0, state.bytes});
  return store::save(draft.file_system, draft.store, manifest);
}

Result<void> check_date(const std::string& date, const sweep::SweepManifest& manifest) {
  if (!sweep::parse_date(date)) {
    return fail(ErrorCode::invalid_argument,
                "'" + date + "' is no date of a sweep, which is written 2026-05-01");
  }
  if (manifest.sweeps.empty() || manifest.sweeps.back().date < date) return {};
  return fail(ErrorCode::invalid_argument, "the store has a sweep of " +
                                               manifest.sweeps.back().date +
                                               " already: sweeps are added in order of date");
}

Result<void> check_settings(const sweep::SweepSettings& asked, const sweep::SweepSettings& stored) {
  if (asked == stored) return {};
  return fail(ErrorCode::invalid_argument,
              "the store was made with front end '" + stored.front_end + "', shingle " +
                  std::to_string(stored.shingle) + ", sketch " + stored.sketch +
                  ", features field '" + stored.features_field +
                  "': use the same, or another directory");
}

}  // namespace
}  // namespace whorl::internal::sweep

namespace whorl {

using namespace internal;
using namespace internal::sweep;

Result<SweepSummary> add_sweep(const AddSweepOptions& options, Progress& progress) try {
  const std::string& date = options.date;
  base::FileSystem& file_system = base::FileSystem::real();
  WHORL_RETURN_IF_ERROR(check_date(date, {}));
  const fs::path draft_path = fs::path(options.store) / (std::string(kDraft) + date);
  WHORL_ASSIGN_OR_RETURN(auto pages, open_reading(file_system, draft_path, options));
  WHORL_RETURN_IF_ERROR(base::make_folder(options.store));
  WHORL_ASSIGN_OR_RETURN(auto lock, store::StoreLock::take(options.store));

  const sweep::SweepSettings settings{options.shingling.front_end, options.shingling.shingle,
                                      options.shingling.sketch, options.input.features_field};
  WHORL_ASSIGN_OR_RETURN(auto stored, sweep::load(file_system, options.store));
  sweep::SweepManifest manifest;
  manifest.settings = settings;
  std::optional<sweep::SweepStore> before;
  if (stored) {
    manifest = std::move(*stored);
    WHORL_RETURN_IF_ERROR(check_date(date, manifest));
    WHORL_RETURN_IF_ERROR(check_settings(settings, manifest.settings));
    WHORL_ASSIGN_OR_RETURN(auto opened,
                           sweep::SweepStore::open(file_system, options.store, manifest));
    before.emplace(std::move(opened));
  }

  progress.phase("reading", 0);
  remove_drafts(options.store, draft_path);
  WHORL_ASSIGN_OR_RETURN(auto draft, open_draft(file_system, draft_path, options));
  WHORL_RETURN_IF_ERROR(read_pages({.file_system = file_system,
                                    .store = draft_path,
                                    .checkpoint = {},
                                    .threads = options.limits.threads,
                                    .memory = options.limits.memory},
                                   pages, draft, progress));

  progress.phase("merging", 0);
  base::SortBudget budget;
  budget.memory = options.limits.memory / 2;
  budget.threads = options.limits.threads;
  base::SpillFolder spills(options.limits.temporary, draft_path);
  WHORL_RETURN_IF_ERROR(spills.create());
  budget.directory = spills.path();
  const std::size_t sweeps_before = manifest.sweeps.size();
  const sweep::NewSweep found{file_system, options.store,          before ? &*before : nullptr,
                              draft_path,  draft.ingest.documents, date};
  WHORL_ASSIGN_OR_RETURN(auto summary, sweep::merge_pages(found, budget, manifest, progress));
  WHORL_RETURN_IF_ERROR(sweep::save(file_system, options.store, manifest));
  std::error_code ignored;
  fs::remove(fs::path(options.store) / sweep::pages_file(sweeps_before), ignored);
  base::remove_tree(draft_path);

  auto& skipped = summary.skipped;
  const auto& inputs = draft.skipped_inputs;
  skipped.insert(skipped.end(), inputs.begin(), inputs.end());
  skipped.insert(skipped.end(), draft.ingest.skipped.begin(), draft.ingest.skipped.end());
  if (const std::uint64_t count = draft.ingest.revisits; count > 0) {
    skipped.push_back({"records of revisits", std::to_string(count) + " of pages as they were: " +
                                                  "what is in no other record counts as gone"});
  }
  return summary;
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
