// Adding a sweep: the pages are read into a draft beside the store, as `cluster` reads them, and
// merged into it in one step at the end.

#include <filesystem>

#include "base/guard.h"
#include "base/spill_folder.h"
#include "cluster/store.h"
#include "sweep/dates.h"
#include "sweep/page_merge.h"
#include "whorl/sweep.h"

namespace whorl {
namespace sweeps {
namespace {

namespace fs = std::filesystem;
using clustering::Manifest;
using clustering::Phase;
using clustering::Reading;

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
std::optional<Manifest> stored_draft(Disk& disk, const fs::path& draft,
                                     const ClusterOptions& reading) {
  auto stored = clustering::load(disk, draft);
  if (!stored || !*stored) return std::nullopt;
  const auto same =
      clustering::same_settings(clustering::settings_of(reading), (*stored)->settings);
  return same ? std::move(*stored) : std::nullopt;
}

// The pages to be read; none where a stopped run has read them. Writes nothing.
Result<std::optional<Reading>> open_reading(Disk& disk, const fs::path& draft,
                                            const ClusterOptions& options) {
  const auto stored = stored_draft(disk, draft, options);
  if (stored && stored->is_done(Phase::ingest)) return std::nullopt;
  auto reading = Reading::open(options);
  if (!reading) return tl::unexpected(reading.error());
  return std::move(*reading);
}

// The draft's manifest, as a stopped run left it or new.
Result<Manifest> open_draft(Disk& disk, const fs::path& draft, const ClusterOptions& reading) {
  if (auto stored = stored_draft(disk, draft, reading)) return std::move(*stored);
  std::error_code ignored;
  fs::remove_all(draft, ignored);
  if (auto made = make_folder(draft); !made) return tl::unexpected(made.error());
  Manifest fresh;
  fresh.settings = clustering::settings_of(reading);
  return fresh;
}

Result<void> read_pages(Disk& disk, const fs::path& draft, const std::optional<Reading>& reading,
                        unsigned threads, Manifest& manifest, Progress& progress) {
  if (manifest.is_done(Phase::ingest)) return {};
  if (!reading) return fail(ErrorCode::io, draft.string() + ": another whorl has written to it");
  const auto checkpoint = [&](const clustering::IngestState& safe) {
    manifest.ingest = safe;
    return clustering::save(disk, draft, manifest);
  };
  auto state = clustering::ingest(disk, draft, *reading, threads, manifest.ingest, checkpoint,
                                  progress, false);
  if (!state) return tl::unexpected(state.error());
  manifest.ingest = *state;
  manifest.skipped_inputs = reading->documents->skipped();
  manifest.done.push_back({"read and sketch", 0, state->bytes});
  return clustering::save(disk, draft, manifest);
}

Result<void> check_date(const std::string& date, const SweepManifest& manifest) {
  if (!parse_date(date)) {
    return fail(ErrorCode::invalid_argument,
                "'" + date + "' is no date of a sweep, which is written 2026-05-01");
  }
  if (manifest.sweeps.empty() || manifest.sweeps.back().date < date) return {};
  return fail(ErrorCode::invalid_argument, "the store has a sweep of " +
                                               manifest.sweeps.back().date +
                                               " already: sweeps are added in order of date");
}

Result<void> check_settings(const SweepSettings& asked, const SweepSettings& stored) {
  if (asked == stored) return {};
  return fail(ErrorCode::invalid_argument,
              "the store was made with front end '" + stored.front_end + "', shingle " +
                  std::to_string(stored.shingle) + ", sketch " + stored.sketch +
                  ", features field '" + stored.features_field +
                  "': use the same, or another directory");
}

}  // namespace
}  // namespace sweeps

Result<SweepSummary> add_sweep(const std::string& store, const std::string& date,
                               const ClusterOptions& reading, Progress& progress) try {
  using namespace sweeps;
  Disk& disk = Disk::real();
  if (auto good = check_date(date, {}); !good) return tl::unexpected(good.error());
  const fs::path draft_path = fs::path(store) / (std::string(kDraft) + date);
  auto pages = open_reading(disk, draft_path, reading);
  if (!pages) return tl::unexpected(pages.error());
  if (auto made = make_folder(store); !made) return tl::unexpected(made.error());
  auto lock = clustering::StoreLock::take(store);
  if (!lock) return tl::unexpected(lock.error());

  const SweepSettings settings{reading.front_end, reading.shingle, reading.sketch,
                               reading.features_field};
  auto stored = load(disk, store);
  if (!stored) return tl::unexpected(stored.error());
  SweepManifest manifest;
  manifest.settings = settings;
  std::optional<SweepStore> before;
  if (*stored) {
    manifest = std::move(**stored);
    if (auto good = check_date(date, manifest); !good) return tl::unexpected(good.error());
    if (auto good = check_settings(settings, manifest.settings); !good) {
      return tl::unexpected(good.error());
    }
    auto opened = SweepStore::open(disk, store, manifest);
    if (!opened) return tl::unexpected(opened.error());
    before.emplace(std::move(*opened));
  }

  progress.phase("reading", 0);
  remove_drafts(store, draft_path);
  auto draft = open_draft(disk, draft_path, reading);
  if (!draft) return tl::unexpected(draft.error());
  auto read = read_pages(disk, draft_path, *pages, reading.threads, *draft, progress);
  if (!read) return tl::unexpected(read.error());

  progress.phase("merging", 0);
  SortBudget budget;
  budget.memory = reading.memory / 2;
  budget.threads = reading.threads;
  SpillFolder spills(reading.temporary, draft_path);
  if (auto made = spills.create(); !made) return tl::unexpected(made.error());
  budget.directory = spills.path();
  const std::size_t sweeps_before = manifest.sweeps.size();
  auto summary = merge_pages(disk, store, before ? &*before : nullptr, draft_path,
                             draft->ingest.documents, date, budget, manifest, progress);
  if (!summary) return tl::unexpected(summary.error());
  if (auto saved = save(disk, store, manifest); !saved) return tl::unexpected(saved.error());
  std::error_code ignored;
  fs::remove(fs::path(store) / pages_file(sweeps_before), ignored);
  fs::remove_all(draft_path, ignored);

  auto& skipped = summary->skipped;
  const auto& inputs = draft->skipped_inputs;
  skipped.insert(skipped.end(), inputs.begin(), inputs.end());
  skipped.insert(skipped.end(), draft->ingest.skipped.begin(), draft->ingest.skipped.end());
  if (const std::uint64_t count = draft->ingest.revisits; count > 0) {
    skipped.push_back({"records of revisits", std::to_string(count) + " of pages as they were: " +
                                                  "what is in no other record counts as gone"});
  }
  return summary;
} catch (...) {
  return caught();
}

}  // namespace whorl
