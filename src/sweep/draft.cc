#include "sweep/draft.h"

#include "base/folder.h"
#include "base/try.h"
#include "claim/folder.h"
#include "join/store_options.h"
#include "store/input_list.h"

namespace whorl::internal::sweep {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDraft = "draft-";

void remove_draft(const fs::path& draft) {
  base::remove_tree(draft, {{}, {"store.json", "store.next.json"}});
}

// What bears no mark of a draft is left alone.
void remove_others(const fs::path& store, const fs::path& but) {
  for (const std::string& name : base::names_in(store)) {
    const fs::path path = store / name;
    const bool given_up = name.starts_with(kDraft) && path != but;
    if (given_up && claim::kStore.bears_mark(path).value_or(false)) remove_draft(path);
  }
}

store::StoreSettings store_settings_of(const AddSweepOptions& options) {
  ClusterOptions reading;
  reading.input = options.input;
  reading.shingling = options.shingling;
  store::StoreSettings settings = join::settings_of(reading);
  settings.shingle = sweep::shingling_of(options).rule.k;
  settings.letters_below = 0;
  settings.weighted = false;
  return settings;
}

}  // namespace

store::Shingling shingling_of(const AddSweepOptions& options) {
  constexpr std::uint32_t kDefaultShingle = 10;
  const ShingleMethod& asked = options.shingling;
  return {asked.front_end, {.k = asked.shingle.value_or(kDefaultShingle)}, asked.sketch};
}

SweepDraft::SweepDraft(base::FileSystem& file_system, const AddSweepOptions& options)
    : file_system_(file_system),
      options_(options),
      input_(options.input),
      path_(fs::path(options.store) / (std::string(kDraft) + options.date)) {
  input_.outputs.push_back(options.store);
}

Result<SweepDraft> SweepDraft::open(base::FileSystem& file_system, const AddSweepOptions& options,
                                    const Progress& progress) {
  SweepDraft draft(file_system, options);
  auto reading = store::Reading::open(draft.input_, sweep::shingling_of(options), "",
                                      options.limits.memory, &progress);
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

// None where it is of no use.
std::optional<store::Manifest> SweepDraft::stored() const {
  auto stored = store::load(file_system_, path_);
  if (!stored || !*stored) return std::nullopt;
  const auto same = store::same_settings(store_settings_of(options_), (*stored)->settings);
  return same ? std::move(*stored) : std::nullopt;
}

Result<void> SweepDraft::begin() {
  remove_others(options_.store, path_);
  if (auto known = stored(); known && known->inputs == inputs_) {
    manifest_ = std::move(*known);
    return {};
  }
  WHORL_RETURN_IF_ERROR(claim::check_folder(path_, claim::kStore));
  remove_draft(path_);
  WHORL_RETURN_IF_ERROR(base::make_folder(path_));
  manifest_.settings = store_settings_of(options_);
  manifest_.inputs = inputs_;
  return store::save(file_system_, path_, manifest_);  // the mark of the folder
}

Result<void> SweepDraft::read(Progress& progress) {
  if (manifest_.is_done(store::Phase::ingest)) {
    if (!reading_) return {};
    return store::check_streams(input_, options_.limits.memory, manifest_.ingest.streamed,
                                progress);
  }
  if (!reading_) {
    return fail(ErrorCode::io, path_.string() + ": another whorl has written to it");
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

}  // namespace whorl::internal::sweep
