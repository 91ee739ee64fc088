// Adding a sweep: the pages are read into a draft beside the store, as `cluster` reads them, and
// merged into it in one step at the end.

#include <filesystem>

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
using internal::store::Manifest;
using internal::store::Phase;
using internal::store::Reading;

constexpr std::string_view kDraft = "draft-";

// Drafts of other sweeps were given up.
void remove_drafts(const fs::path& store, const fs::path& but) {
  std::error_code error;
  std::vector<fs::path> old;
  for (const auto& entry : fs::directory_iterator(store, error)) {
    const bool is_draft = entry.path().filename().string().starts_with(kDraft);
    if (is_draft && entry.path() != but) old.push_back(entry.path());
  }
  for (const fs::path& path : old) fs::remove_all(path, error);
}

// The draft's manifest as a stopped run left it; none where it is of no use.
std::optional<internal::store::Manifest> stored_draft(internal::base::FileSystem& file_system,
                                                      const fs::path& draft,
                                                      const ClusterOptions& reading) {
  auto stored = internal::store::load(file_system, draft);
  if (!stored || !*stored) return std::nullopt;
  const auto same =
      internal::store::same_settings(internal::join::settings_of(reading), (*stored)->settings);
  return same ? std::move(*stored) : std::nullopt;
}

// The pages to be read; none where a stopped run has read them. Writes nothing.
Result<std::optional<internal::store::Reading>> open_reading(
    internal::base::FileSystem& file_system, const fs::path& draft, const ClusterOptions& options) {
  const auto stored = stored_draft(file_system, draft, options);
  if (stored && stored->is_done(internal::store::Phase::ingest)) return std::nullopt;
  WHORL_ASSIGN_OR_RETURN(auto reading, internal::store::Reading::open(options));
  return reading;
}

// The draft's manifest, as a stopped run left it or new.
Result<internal::store::Manifest> open_draft(internal::base::FileSystem& file_system,
                                             const fs::path& draft, const ClusterOptions& reading) {
  if (auto stored = stored_draft(file_system, draft, reading)) return std::move(*stored);
  std::error_code ignored;
  fs::remove_all(draft, ignored);
  WHORL_RETURN_IF_ERROR(internal::base::make_folder(draft));
  internal::store::Manifest fresh;
  fresh.settings = internal::join::settings_of(reading);
  return fresh;
}

Result<void> read_pages(internal::base::FileSystem& file_system, const fs::path& draft,
                        const std::optional<internal::store::Reading>& reading, unsigned threads,
                        internal::store::Manifest& manifest, Progress& progress) {
  if (manifest.is_done(internal::store::Phase::ingest)) return {};
  if (!reading) return fail(ErrorCode::io, draft.string() + ": another whorl has written to it");
  const auto checkpoint = [&](const internal::store::IngestState& safe) {
    manifest.ingest = safe;
    return internal::store::save(file_system, draft, manifest);
  };
  WHORL_ASSIGN_OR_RETURN(
      auto state, internal::store::ingest(file_system, draft, *reading, threads, manifest.ingest,
                                          checkpoint, progress, false));
  manifest.ingest = state;
  manifest.skipped_inputs = reading->documents->skipped();
  manifest.done.push_back({"read and sketch", 0, state.bytes});
  return internal::store::save(file_system, draft, manifest);
}

Result<void> check_date(const std::string& date, const internal::sweep::SweepManifest& manifest) {
  if (!internal::sweep::parse_date(date)) {
    return fail(ErrorCode::invalid_argument,
                "'" + date + "' is no date of a sweep, which is written 2026-05-01");
  }
  if (manifest.sweeps.empty() || manifest.sweeps.back().date < date) return {};
  return fail(ErrorCode::invalid_argument, "the store has a sweep of " +
                                               manifest.sweeps.back().date +
                                               " already: sweeps are added in order of date");
}

Result<void> check_settings(const internal::sweep::SweepSettings& asked,
                            const internal::sweep::SweepSettings& stored) {
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

Result<SweepSummary> add_sweep(const std::string& store, const std::string& date,
                               const ClusterOptions& reading, Progress& progress) {
  base::FileSystem& file_system = base::FileSystem::real();
  WHORL_RETURN_IF_ERROR(check_date(date, {}));
  const fs::path draft_path = fs::path(store) / (std::string(kDraft) + date);
  WHORL_ASSIGN_OR_RETURN(auto pages, open_reading(file_system, draft_path, reading));
  WHORL_RETURN_IF_ERROR(base::make_folder(store));
  WHORL_ASSIGN_OR_RETURN(auto lock, store::StoreLock::take(store));

  const sweep::SweepSettings settings{reading.front_end, reading.shingle, reading.sketch,
                                      reading.features_field};
  WHORL_ASSIGN_OR_RETURN(auto stored, sweep::load(file_system, store));
  sweep::SweepManifest manifest;
  manifest.settings = settings;
  std::optional<sweep::SweepStore> before;
  if (stored) {
    manifest = std::move(*stored);
    WHORL_RETURN_IF_ERROR(check_date(date, manifest));
    WHORL_RETURN_IF_ERROR(check_settings(settings, manifest.settings));
    WHORL_ASSIGN_OR_RETURN(auto opened, sweep::SweepStore::open(file_system, store, manifest));
    before.emplace(std::move(opened));
  }

  progress.phase("reading", 0);
  remove_drafts(store, draft_path);
  WHORL_ASSIGN_OR_RETURN(auto draft, open_draft(file_system, draft_path, reading));
  WHORL_RETURN_IF_ERROR(
      read_pages(file_system, draft_path, pages, reading.threads, draft, progress));

  progress.phase("merging", 0);
  base::SortBudget budget;
  budget.memory = reading.memory / 2;
  budget.threads = reading.threads;
  base::SpillFolder spills(reading.temporary, draft_path);
  WHORL_RETURN_IF_ERROR(spills.create());
  budget.directory = spills.path();
  const std::size_t sweeps_before = manifest.sweeps.size();
  WHORL_ASSIGN_OR_RETURN(
      auto summary, sweep::merge_pages(file_system, store, before ? &*before : nullptr, draft_path,
                                       draft.ingest.documents, date, budget, manifest, progress));
  WHORL_RETURN_IF_ERROR(sweep::save(file_system, store, manifest));
  std::error_code ignored;
  fs::remove(fs::path(store) / sweep::pages_file(sweeps_before), ignored);
  fs::remove_all(draft_path, ignored);

  auto& skipped = summary.skipped;
  const auto& inputs = draft.skipped_inputs;
  skipped.insert(skipped.end(), inputs.begin(), inputs.end());
  skipped.insert(skipped.end(), draft.ingest.skipped.begin(), draft.ingest.skipped.end());
  if (const std::uint64_t count = draft.ingest.revisits; count > 0) {
    skipped.push_back({"records of revisits", std::to_string(count) + " of pages as they were: " +
                                                  "what is in no other record counts as gone"});
  }
  return summary;
}

}  // namespace whorl
