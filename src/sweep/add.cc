// Adding a sweep: the pages are read into a draft beside the store, as `cluster` reads them, and
// merged into it in one step at the end.

#include <filesystem>

#include "base/guard.h"
#include "base/new_folder.h"
#include "base/spill_folder.h"
#include "base/try.h"
#include "claim/folder.h"
#include "read/nothing_read.h"
#include "store/lock.h"
#include "store/verify.h"
#include "sweep/dates.h"
#include "sweep/draft.h"
#include "sweep/last_inputs.h"
#include "sweep/page_merge.h"
#include "whorl/sweep.h"

namespace whorl::internal::sweep {
namespace {

namespace fs = std::filesystem;

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

sweep::SweepSettings settings_of(const AddSweepOptions& options) {
  const store::Shingling shingling = sweep::shingling_of(options);
  return {shingling.front_end, shingling.rule.k, shingling.sketch, options.input.features_field};
}

Result<void> check_settings(const sweep::SweepSettings& asked, const sweep::SweepSettings& stored) {
  if (asked == stored) return {};
  return fail(ErrorCode::invalid_argument,
              "the store was made with front end '" + stored.front_end + "', shingle " +
                  std::to_string(stored.shingle) + ", sketch " + stored.sketch +
                  ", features field '" + stored.features_field +
                  "': use the same, or another directory");
}

// The sweep that was added last, where it is the one asked for: of its date and its inputs.
Result<std::optional<SweepSummary>> done_before(base::FileSystem& file_system,
                                                const AddSweepOptions& options,
                                                const SweepDraft& draft, const Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto stored, sweep::load(file_system, options.store));
  if (!stored || stored->sweeps.empty()) return std::nullopt;
  const auto last = load_last_inputs(file_system, options.store);
  const SweepEntry& entry = stored->sweeps.back();
  if (!last || last->date != entry.date || entry.date != options.date ||
      last->inputs != draft.inputs()) {
    return std::nullopt;
  }
  WHORL_RETURN_IF_ERROR(check_settings(settings_of(options), stored->settings));
  WHORL_RETURN_IF_ERROR(
      store::check_streams(options.input, options.limits.memory, last->streamed, progress));
  draft.remove();  // which a killed run left, as it may have left files of the sweep before
  store::StoreFiles(file_system, options.store, stored->files).remove_unnamed();
  SweepSummary summary;
  summary.date = entry.date;
  summary.pages = entry.pages;
  summary.done_before = true;
  return summary;
}

// The sweeps that the folder holds; with its mark where it holds none yet.
Result<sweep::SweepManifest> load_or_begin(base::FileSystem& file_system,
                                           const AddSweepOptions& options, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto stored, sweep::load(file_system, options.store));
  if (!stored || stored->sweeps.empty()) {
    sweep::SweepManifest fresh;
    fresh.settings = settings_of(options);
    WHORL_RETURN_IF_ERROR(sweep::save(file_system, options.store, fresh));
    return fresh;
  }
  WHORL_RETURN_IF_ERROR(check_date(options.date, *stored));
  WHORL_RETURN_IF_ERROR(check_settings(settings_of(options), stored->settings));
  // What is damaged is found before others rely on the new sweep, and while a copy may be at hand.
  WHORL_RETURN_IF_ERROR(
      store::verify(store::StoreFiles(file_system, options.store, stored->files), progress));
  return std::move(*stored);
}

// Removes what a sweep without any page has written.
void remove_begun(const fs::path& store, const SweepDraft& draft, bool is_first) {
  draft.remove();
  if (!is_first) return;
  std::error_code ignored;
  for (const char* name : {"sweeps.json", "inputs.json", "store.lock"})
    fs::remove(store / name, ignored);
}

Result<SweepSummary> merge_draft(base::FileSystem& file_system, const AddSweepOptions& options,
                                 const SweepDraft& draft, sweep::SweepManifest manifest,
                                 Progress& progress) {
  progress.phase("merging", manifest.rows + draft.found().documents);
  std::optional<sweep::SweepStore> before;
  if (!manifest.sweeps.empty()) {
    WHORL_ASSIGN_OR_RETURN(auto opened,
                           sweep::SweepStore::open(file_system, options.store, manifest));
    before.emplace(std::move(opened));
  }
  base::SortBudget budget;
  budget.memory = options.limits.memory / 2;
  budget.threads = options.limits.threads;
  budget.progress = &progress;
  base::SpillFolder spills(options.limits.temporary, draft.path());
  WHORL_RETURN_IF_ERROR(spills.create());
  budget.directory = spills.path();
  manifest.files.generation = manifest.sweeps.size() + 1;
  store::StoreFiles files(file_system, options.store, manifest.files);
  files.watch(&progress);
  store::StoreFiles pages = draft.files();
  pages.watch(&progress);
  const sweep::NewSweep found{files, before ? &*before : nullptr, pages, draft.found().documents,
                              options.date};
  WHORL_ASSIGN_OR_RETURN(auto summary, sweep::merge_pages(found, budget, manifest, progress));
  const LastInputs last{options.date, draft.inputs(), draft.found().streamed};
  WHORL_RETURN_IF_ERROR(sweep::save(file_system, options.store, last));
  WHORL_RETURN_IF_ERROR(sweep::save(file_system, options.store, manifest));
  files.remove_unnamed();
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
  WHORL_ASSIGN_OR_RETURN(auto draft, SweepDraft::open(file_system, options, progress));
  base::NewFolder folder(options.store);
  WHORL_RETURN_IF_ERROR(folder.make());
  WHORL_ASSIGN_OR_RETURN(auto lock, store::StoreLock::take(options.store));
  WHORL_ASSIGN_OR_RETURN(auto done, done_before(file_system, options, draft, progress));
  if (done) return std::move(*done);
  WHORL_ASSIGN_OR_RETURN(auto manifest, load_or_begin(file_system, options, progress));

  WHORL_RETURN_IF_ERROR(draft.begin());
  WHORL_RETURN_IF_ERROR(draft.read(progress));
  std::vector<Skipped> skipped = draft.skipped();
  const auto any = read::check_any_read(draft.found().documents, skipped);
  if (!any) remove_begun(options.store, draft, manifest.sweeps.empty());
  WHORL_RETURN_IF_ERROR(any);
  WHORL_ASSIGN_OR_RETURN(auto summary,
                         merge_draft(file_system, options, draft, std::move(manifest), progress));
  draft.remove();
  summary.skipped.insert(summary.skipped.end(), skipped.begin(), skipped.end());
  if (const std::uint64_t count = draft.found().revisits; count > 0) {
    summary.skipped.push_back(
        {"records of revisits", std::to_string(count) + " of pages as they were: " +
                                    "what is in no other record counts as gone"});
  }
  return summary;
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
