// Adding a sweep: the pages are read into a draft beside the store, as `cluster` reads them, and
// merged into it in one step at the end.

#include <filesystem>

#include "base/folder.h"
#include "base/guard.h"
#include "base/new_folder.h"
#include "base/spill_folder.h"
#include "base/try.h"
#include "claim/folder.h"
#include "join/store_options.h"
#include "read/nothing_read.h"
#include "store/lock.h"
#include "store/manifest.h"
#include "sweep/dates.h"
#include "sweep/page_merge.h"
#include "whorl/sweep.h"

namespace whorl::internal::sweep {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDraft = "draft-";

// Drafts of other sweeps were given up. What bears no mark of a draft is left alone.
void remove_drafts(const fs::path& store, const fs::path& but) {
  for (const std::string& name : internal::base::names_in(store)) {
    const fs::path path = store / name;
    const bool given_up = name.starts_with(kDraft) && path != but;
    if (given_up && claim::kStore.bears_mark(path)) internal::base::remove_tree(path);
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
  CollectionInput input = options.input;
  input.outputs.push_back(options.store);
  WHORL_ASSIGN_OR_RETURN(auto reading, store::Reading::open(input, options.shingling, ""));
  return reading;
}

// The draft's manifest, as a stopped run left it or new.
Result<store::Manifest> open_draft(base::FileSystem& file_system, const fs::path& draft,
                                   const AddSweepOptions& options) {
  if (auto stored = stored_draft(file_system, draft, options)) return std::move(*stored);
  WHORL_RETURN_IF_ERROR(claim::check_folder(draft, claim::kStore));
  base::remove_tree(draft);
  WHORL_RETURN_IF_ERROR(base::make_folder(draft));
  store::Manifest fresh;
  fresh.settings = draft_settings(options);
  WHORL_RETURN_IF_ERROR(store::save(file_system, draft, fresh));  // the mark of the folder
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

// The sweeps that the folder holds; with its mark where it holds none yet.
Result<sweep::SweepManifest> load_or_begin(base::FileSystem& file_system,
                                           const AddSweepOptions& options) {
  const sweep::SweepSettings settings{options.shingling.front_end, options.shingling.shingle,
                                      options.shingling.sketch, options.input.features_field};
  WHORL_ASSIGN_OR_RETURN(auto stored, sweep::load(file_system, options.store));
  if (!stored || stored->sweeps.empty()) {
    sweep::SweepManifest fresh;
    fresh.settings = settings;
    WHORL_RETURN_IF_ERROR(sweep::save(file_system, options.store, fresh));
    return fresh;
  }
  WHORL_RETURN_IF_ERROR(check_date(options.date, *stored));
  WHORL_RETURN_IF_ERROR(check_settings(settings, stored->settings));
  return std::move(*stored);
}

std::vector<Skipped> skipped_of(const store::Manifest& draft) {
  std::vector<Skipped> skipped = draft.skipped_inputs;
  const std::vector<Skipped>& more = draft.ingest.skipped;
  skipped.insert(skipped.end(), more.begin(), more.end());
  return skipped;
}

// Removes what a sweep without any page has written.
void remove_begun(const fs::path& store, const fs::path& draft, bool is_first) {
  base::remove_tree(draft);
  if (!is_first) return;
  std::error_code ignored;
  for (const char* name : {"sweeps.json", "store.lock"}) fs::remove(store / name, ignored);
}

Result<SweepSummary> merge_draft(base::FileSystem& file_system, const AddSweepOptions& options,
                                 const fs::path& draft, std::uint64_t documents,
                                 sweep::SweepManifest manifest, Progress& progress) {
  progress.phase("merging", 0);
  std::optional<sweep::SweepStore> before;
  if (!manifest.sweeps.empty()) {
    WHORL_ASSIGN_OR_RETURN(auto opened,
                           sweep::SweepStore::open(file_system, options.store, manifest));
    before.emplace(std::move(opened));
  }
  base::SortBudget budget;
  budget.memory = options.limits.memory / 2;
  budget.threads = options.limits.threads;
  base::SpillFolder spills(options.limits.temporary, draft);
  WHORL_RETURN_IF_ERROR(spills.create());
  budget.directory = spills.path();
  const std::size_t sweeps_before = manifest.sweeps.size();
  const sweep::NewSweep found{file_system, options.store, before ? &*before : nullptr,
                              draft,       documents,     options.date};
  WHORL_ASSIGN_OR_RETURN(auto summary, sweep::merge_pages(found, budget, manifest, progress));
  WHORL_RETURN_IF_ERROR(sweep::save(file_system, options.store, manifest));
  std::error_code ignored;
  fs::remove(fs::path(options.store) / sweep::pages_file(sweeps_before), ignored);
  return summary;
}

}  // namespace
}  // namespace whorl::internal::sweep

namespace whorl {

using namespace internal;
using namespace internal::sweep;

Result<SweepSummary> add_sweep(const AddSweepOptions& options, Progress& progress) try {
  base::FileSystem& file_system = base::FileSystem::real();
  WHORL_RETURN_IF_ERROR(check_date(options.date, {}));
  WHORL_RETURN_IF_ERROR(claim::check_folder(options.store, claim::kSweeps));
  const fs::path draft_path = fs::path(options.store) / (std::string(kDraft) + options.date);
  WHORL_ASSIGN_OR_RETURN(auto pages, open_reading(file_system, draft_path, options));
  base::NewFolder folder(options.store);
  WHORL_RETURN_IF_ERROR(folder.make());
  WHORL_ASSIGN_OR_RETURN(auto lock, store::StoreLock::take(options.store));
  WHORL_ASSIGN_OR_RETURN(auto manifest, load_or_begin(file_system, options));

  progress.phase("reading", 0);
  remove_drafts(options.store, draft_path);
  WHORL_ASSIGN_OR_RETURN(auto draft, open_draft(file_system, draft_path, options));
  WHORL_RETURN_IF_ERROR(
      read_pages({file_system, draft_path, {}, options.limits.threads}, pages, draft, progress));
  std::vector<Skipped> skipped = skipped_of(draft);
  const auto any = read::check_any_read(draft.ingest.documents, skipped);
  if (!any) remove_begun(options.store, draft_path, manifest.sweeps.empty());
  WHORL_RETURN_IF_ERROR(any);
  WHORL_ASSIGN_OR_RETURN(auto summary,
                         merge_draft(file_system, options, draft_path, draft.ingest.documents,
                                     std::move(manifest), progress));
  base::remove_tree(draft_path);
  summary.skipped.insert(summary.skipped.end(), skipped.begin(), skipped.end());
  if (const std::uint64_t count = draft.ingest.revisits; count > 0) {
    summary.skipped.push_back(
        {"records of revisits", std::to_string(count) + " of pages as they were: " +
                                    "what is in no other record counts as gone"});
  }
  return summary;
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
