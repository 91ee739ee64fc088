// Adds a sweep: reads the pages into a draft next to the store, like `cluster` does, and merges it
// into the store in one step at the end.

#include <filesystem>
#include <optional>

#include "base/folder.h"
#include "base/guard.h"
#include "base/ownership/folder.h"
#include "base/spill_folder.h"
#include "base/try.h"
#include "input/skip_log.h"
#include "jobs/collection/join/resolved_run.h"
#include "jobs/collection/sweep/dates.h"
#include "jobs/collection/sweep/last_inputs.h"
#include "jobs/collection/sweep/page_merge.h"
#include "store/ingest.h"
#include "store/input_list.h"
#include "store/lock.h"
#include "store/manifest.h"
#include "store/store_files.h"
#include "whorl/sweep.h"

namespace whorl::internal::sweep {
namespace {

// The pages of a sweep that is being added, in a draft store next to the others.

// By default a shingle of a sweep has ten words, as in Broder 1997.
constexpr std::uint32_t kDefaultShingle = 10;

class SweepDraft {
 public:
  // Finds the inputs; writes nothing. If an interrupted run has read them, they may no longer
  // exist.
  static Result<SweepDraft> open(base::FileSystem& file_system, const AddSweepOptions& options,
                                 const Progress& progress);

  // Continues the draft of an interrupted run of the same inputs, or begins one. Removes drafts of
  // other sweeps, which were given up. The caller must have the store's lock.
  Result<void> begin();
  // Reads the rest of the inputs.
  Result<void> read(Progress& progress);
  void remove() const;

  const base::FileSystem::Path& path() const { return path_; }
  // The hash of the list of inputs.
  const base::Hash128& inputs() const { return inputs_; }
  SweepSettings settings() const {
    return {asked_.front_end, asked_.shingle, asked_.sketch, asked_.features_field};
  }
  const store::IngestState& found() const { return manifest_.ingest; }
  store::StoreFiles files() const { return {file_system_, path_, manifest_.files}; }
  std::vector<Skipped> skipped() const;

 private:
  SweepDraft(base::FileSystem& file_system, const AddSweepOptions& options);
  std::optional<store::Manifest> stored() const;
  Result<void> save(const store::StoreFiles& files);

  base::FileSystem& file_system_;
  const AddSweepOptions& options_;
  CollectionInput input_;  // with the settings for reading
  base::FileSystem::Path path_;
  store::StoreSettings asked_;
  std::optional<store::Reading> reading_;  // nothing if the inputs do not exist any more
  base::Hash128 inputs_;
  store::Manifest manifest_;
};

namespace fs = std::filesystem;

constexpr std::string_view kDraft = "draft-";

void remove_draft(const fs::path& draft) {
  base::remove_tree(draft, {{}, {"store.json", "store.next.json"}});
}

// Keeps folders without the marker of a draft.
void remove_others(const fs::path& store, const fs::path& but) {
  for (const std::string& name : base::names_in(store)) {
    const fs::path path = store / name;
    const bool given_up = name.starts_with(kDraft) && path != but;
    if (given_up && base::ownership::kStore.bears_mark(path).value_or(false)) remove_draft(path);
  }
}

store::StoreSettings store_settings_of(const AddSweepOptions& options) {
  ClusterOptions reading;
  reading.input = options.input;
  reading.shingling = options.shingling;
  store::StoreSettings settings = join::settings_of(reading);
  settings.shingle = options.shingling.shingle.value_or(kDefaultShingle);
  settings.letters_below = 0;
  settings.weighted = false;
  return settings;
}

SweepDraft::SweepDraft(base::FileSystem& file_system, const AddSweepOptions& options)
    : file_system_(file_system),
      options_(options),
      input_(options.input),
      path_(fs::path(options.store) / (std::string(kDraft) + options.date)),
      asked_(store_settings_of(options)) {
  input_.outputs.push_back(options.store);
}

Result<SweepDraft> SweepDraft::open(base::FileSystem& file_system, const AddSweepOptions& options,
                                    const Progress& progress) {
  SweepDraft draft(file_system, options);
  WHORL_ASSIGN_OR_RETURN(const auto shingling, store::shingling_of(draft.asked_));
  auto reading =
      store::Reading::open(draft.input_, shingling, "", options.limits.memory, &progress);
  const auto stored = draft.stored();
  const bool is_read = stored && stored->is_done(store::Phase::ingest);
  if (!reading && is_read && reading.error().code == ErrorCode::not_found) {
    draft.inputs_ = stored->inputs;
    return draft;
  }
  WHORL_RETURN_IF_ERROR(reading);
  draft.reading_ = std::move(*reading);
  WHORL_ASSIGN_OR_RETURN(draft.inputs_, store::name_of({*draft.reading_->documents, draft.input_}));
  return draft;
}

// Nothing if it cannot be used.
std::optional<store::Manifest> SweepDraft::stored() const {
  auto stored = store::load(file_system_, path_);
  if (!stored || !*stored) return std::nullopt;
  const auto same = store::same_settings(asked_, (*stored)->settings);
  return same ? std::move(*stored) : std::nullopt;
}

Result<void> SweepDraft::begin() {
  remove_others(options_.store, path_);
  if (auto known = stored(); known && known->inputs == inputs_) {
    manifest_ = std::move(*known);
    return {};
  }
  WHORL_RETURN_IF_ERROR(base::ownership::check_folder(path_, base::ownership::kStore));
  remove_draft(path_);
  WHORL_RETURN_IF_ERROR(base::make_folder(path_));
  manifest_.settings = asked_;
  manifest_.inputs = inputs_;
  return store::save(file_system_, path_, manifest_);  // marks the folder
}

Result<void> SweepDraft::read(Progress& progress) {
  if (manifest_.is_done(store::Phase::ingest)) {
    if (!reading_) return {};
    return store::check_streams(input_, "", options_.limits.memory, manifest_.ingest.streamed,
                                progress);
  }
  if (!reading_) {
    return fail(ErrorCode::io, path_.string() + ": another whorl process has changed it");
  }
  store::StoreFiles files = this->files();
  const auto checkpoint = [&](const store::IngestState& safe) {
    manifest_.ingest = safe;
    return save(files);
  };
  const store::IngestTarget target{.files = files,
                                   .checkpoint = checkpoint,
                                   .threads = options_.limits.threads,
                                   .keep_sets = false,
                                   .memory = options_.limits.memory};
  WHORL_ASSIGN_OR_RETURN(manifest_.ingest,
                         store::ingest(target, *reading_, manifest_.ingest, progress));
  manifest_.skipped_inputs = reading_->documents->skipped();
  manifest_.done.push_back({"read and sketch", 0, manifest_.ingest.bytes});
  return save(files);
}

Result<void> SweepDraft::save(const store::StoreFiles& files) {
  manifest_.files = files.table();
  return store::save(file_system_, path_, manifest_);
}

void SweepDraft::remove() const { remove_draft(path_); }

std::vector<Skipped> SweepDraft::skipped() const {
  std::vector<Skipped> skipped = manifest_.skipped_inputs;
  const std::vector<Skipped>& more = manifest_.ingest.skipped;
  skipped.insert(skipped.end(), more.begin(), more.end());
  return skipped;
}

namespace fs = std::filesystem;

Result<void> check_date(const std::string& date, const sweep::SweepManifest& manifest) {
  if (!sweep::parse_date(date)) {
    return fail(ErrorCode::invalid_argument,
                "'" + date + "' is not the date of a sweep; an example is 2026-05-01");
  }
  if (manifest.sweeps.empty() || manifest.sweeps.back().date < date) return {};
  return fail(ErrorCode::invalid_argument, "the store has a sweep of " +
                                               manifest.sweeps.back().date +
                                               " already: add sweeps in the order of their dates");
}

Result<void> check_settings(const sweep::SweepSettings& asked, const sweep::SweepSettings& stored) {
  if (asked == stored) return {};
  return fail(ErrorCode::invalid_argument,
              "the store was built with tokenizer '" + stored.front_end + "', shingle " +
                  std::to_string(stored.shingle) + ", sketch " + stored.sketch +
                  ", features field '" + stored.features_field +
                  "': use the same settings, or another directory");
}

// The sweep that was added last, if its date and inputs are those of the request.
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
  WHORL_RETURN_IF_ERROR(check_settings(draft.settings(), stored->settings));
  WHORL_RETURN_IF_ERROR(
      store::check_streams(options.input, "", options.limits.memory, last->streamed, progress));
  draft.remove();  // left by a killed run, like the files of the sweep before
  store::StoreFiles(file_system, options.store, stored->files).remove_unnamed();
  SweepSummary summary;
  summary.date = entry.date;
  summary.pages = entry.pages;
  summary.done_before = true;
  return summary;
}

// The sweeps of the folder. If it has none yet, marks the folder.
Result<sweep::SweepManifest> load_or_begin(base::FileSystem& file_system,
                                           const AddSweepOptions& options,
                                           const SweepSettings& asked, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto stored, sweep::load(file_system, options.store));
  if (!stored || stored->sweeps.empty()) {
    sweep::SweepManifest fresh;
    fresh.settings = asked;
    WHORL_RETURN_IF_ERROR(sweep::save(file_system, options.store, fresh));
    return fresh;
  }
  WHORL_RETURN_IF_ERROR(check_date(options.date, *stored));
  WHORL_RETURN_IF_ERROR(check_settings(asked, stored->settings));
  // Damage is found before other data depend on the new sweep, and while the user may still have a
  // copy.
  WHORL_RETURN_IF_ERROR(
      store::verify(store::StoreFiles(file_system, options.store, stored->files), progress));
  return std::move(*stored);
}

// Removes the files of a sweep without any page.
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
  WHORL_RETURN_IF_ERROR(base::ownership::check_folder(options.store, base::ownership::kSweeps));
  WHORL_ASSIGN_OR_RETURN(auto draft, SweepDraft::open(file_system, options, progress));
  base::NewFolder folder(options.store);
  WHORL_RETURN_IF_ERROR(folder.make());
  WHORL_ASSIGN_OR_RETURN(auto lock, store::StoreLock::take(options.store));
  WHORL_ASSIGN_OR_RETURN(auto done, done_before(file_system, options, draft, progress));
  if (done) return std::move(*done);
  WHORL_ASSIGN_OR_RETURN(auto manifest,
                         load_or_begin(file_system, options, draft.settings(), progress));

  WHORL_RETURN_IF_ERROR(draft.begin());
  WHORL_RETURN_IF_ERROR(draft.read(progress));
  std::vector<Skipped> skipped = draft.skipped();
  const auto any = input::check_any_read(draft.found().documents, skipped);
  if (!any) remove_begun(options.store, draft, manifest.sweeps.empty());
  WHORL_RETURN_IF_ERROR(any);
  WHORL_ASSIGN_OR_RETURN(auto summary,
                         merge_draft(file_system, options, draft, std::move(manifest), progress));
  draft.remove();
  summary.skipped.insert(summary.skipped.end(), skipped.begin(), skipped.end());
  if (const std::uint64_t count = draft.found().revisits; count > 0) {
    summary.skipped.push_back(
        {"records of revisits", std::to_string(count) + " of pages as they were: " +
                                    "pages without another record count as removed"});
  }
  return summary;
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
