#include "whorl/dedup.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/folder.h"
#include "base/guard.h"
#include "base/new_file.h"
#include "base/ownership/folder.h"
#include "base/ownership/output.h"
#include "base/ownership/written_form.h"
#include "base/ownership/written_record.h"
#include "base/try.h"
#include "input/skip_log.h"
#include "input/tables/parquet.h"
#include "jobs/collection/cluster/decisions.h"
#include "jobs/collection/cluster/dedup_output.h"
#include "jobs/collection/cluster/runs.h"
#include "jobs/collection/join/resolved_run.h"
#include "store/csv_output.h"
#include "store/ingest.h"
#include "store/input_list.h"
#include "store/lock.h"
#include "store/manifest.h"
#include "store/output_files.h"
#include "store/stopped.h"

namespace whorl::internal::cluster {
namespace {

// The folder of the store in which dedup works.
class DedupWorkplace {
 public:
  // The folder that the options name, else one next to the output; for standard output a new one
  // that only this user can read. Refuses a folder of other programs. Writes only that new folder.
  static Result<DedupWorkplace> choose(const DedupOptions& options);

  DedupWorkplace(DedupWorkplace&& other) noexcept;
  DedupWorkplace& operator=(DedupWorkplace&&) = delete;
  // Removes the folder if no later run can continue in it: after a finished run, if no store was
  // begun there, and for standard output.
  ~DedupWorkplace();

  // Makes the folder, locks it, and writes dedup's marker, before anything else is written. Refuses
  // an output, or a store, that another run is writing to.
  Result<void> make(const std::string& output);

  const std::string& store() const { return store_; }
  // Call it after make().
  StoreUse use() const {
    const Readers readers = stay_ == Stay::kept ? Readers::anyone : Readers::this_run;
    if (stay_ != Stay::never) return {readers, &*lock_};
    // No later run continues in it.
    return {readers, &*lock_, false, base::FileSystem::scratch()};
  }
  // Call this when the output is complete. Removes the copy of standard input, so that a kept store
  // contains no texts.
  void done();

 private:
  enum class Stay { kept, until_done, never };
  DedupWorkplace(std::string store, Stay stay) : store_(std::move(store)), stay_(stay) {
    folder_ = store_;
  }
  bool goes() const;
  Result<void> lock(const std::string& output);
  Result<void> mark() const;

  std::string store_;
  std::filesystem::path folder_;  // the same; made early, because later there may be no memory
  Stay stay_;
  std::optional<store::StoreLock> lock_;
  bool made_ = false;  // in this run
  bool done_ = false;
};

namespace fs = std::filesystem;

Result<DedupWorkplace> DedupWorkplace::choose(const DedupOptions& options) {
  if (!options.cluster.store.empty()) {
    WHORL_RETURN_IF_ERROR(
        base::ownership::check_folder(options.cluster.store, base::ownership::kStore));
    return DedupWorkplace(options.cluster.store, Stay::kept);
  }
  if (options.output == "-") {
    WHORL_ASSIGN_OR_RETURN(
        auto folder, base::make_temporary_folder("whorl-dedup.", options.cluster.limits.temporary));
    return DedupWorkplace(folder.string(), Stay::never);
  }
  const std::string beside = options.output + ".store";
  WHORL_RETURN_IF_ERROR(base::ownership::check_folder(beside, base::ownership::kDedupWork));
  return DedupWorkplace(beside, Stay::until_done);
}

DedupWorkplace::DedupWorkplace(DedupWorkplace&& other) noexcept
    : store_(std::move(other.store_)),
      folder_(std::move(other.folder_)),
      stay_(std::exchange(other.stay_, Stay::kept)),
      lock_(std::move(other.lock_)),
      made_(std::exchange(other.made_, false)),
      done_(other.done_) {}

DedupWorkplace::~DedupWorkplace() {
  if (!goes()) return;
  base::remove_tree(
      folder_, {{"store.json", "store.next.json"}, {base::ownership::kDedupMark, "store.lock"}});
}

void DedupWorkplace::done() {
  std::error_code ignored;
  fs::remove(folder_ / store::kStandardInput, ignored);
  done_ = true;
}

bool DedupWorkplace::goes() const {
  if (stay_ == Stay::never || (stay_ == Stay::until_done && done_)) return true;
  // A run that gave up has removed it, and another run may have begun there meanwhile.
  return made_ && !store::is_store(folder_) && lock_->is_in_place();
}

Result<void> DedupWorkplace::make(const std::string& output) {
  const bool was_free = base::ownership::is_free(store_);
  WHORL_RETURN_IF_ERROR(base::make_folder(store_));
  auto claimed = lock(output);
  if (claimed && (was_free || !base::ownership::kStore.bears_mark(store_).value_or(true)))
    claimed = mark();
  made_ = was_free && claimed;
  if (was_free && !claimed) {
    std::error_code ignored;
    if (lock_) fs::remove(folder_ / "store.lock", ignored);
    fs::remove(folder_, ignored);  // keeps entries of another run
  }
  return claimed;
}

Result<void> DedupWorkplace::lock(const std::string& output) {
  auto taken = store::StoreLock::take(store_);
  if (!taken && stay_ == Stay::until_done && store::StoreLock::is_held(store_)) {
    return fail(ErrorCode::io, output + ": another whorl process writes to this output");
  }
  WHORL_ASSIGN_OR_RETURN(lock_, std::move(taken));
  return {};
}

Result<void> DedupWorkplace::mark() const {
  const std::string_view mark =
      stay_ == Stay::kept ? base::ownership::kDedupKeeps : base::ownership::kDedupWorks;
  return base::replace_file(base::FileSystem::real(), folder_ / base::ownership::kDedupMark, mark);
}

// A store of the texts `options.against`, with which `store` is compared. It keeps all shingles
// unless the user gives another sketch, because a thinned sketch keeps too little of a short text.
// It is removed with this object. A store that the user named instead of texts stays.
class AgainstTexts {
 public:
  static Result<AgainstTexts> make(const DedupOptions& options, const std::string& store,
                                   Progress& progress);
  AgainstTexts(AgainstTexts&& other) noexcept;
  AgainstTexts& operator=(AgainstTexts&&) = delete;
  ~AgainstTexts();

  const std::string& store() const { return store_; }
  // The texts that could not be read.
  const std::vector<Skipped>& skipped() const { return skipped_; }

 private:
  AgainstTexts(std::string store, std::string made)
      : store_(std::move(store)), made_(std::move(made)) {}

  std::string store_;
  std::filesystem::path made_;  // empty if it existed
  std::vector<Skipped> skipped_;
};

constexpr const char* kSurvivorPairs = "survivors";
constexpr const char* kAllShingles = "all";
// In the work folder, so that it replaces no folder of a user.
constexpr const char* kFolder = "/against";

ClusterOptions options_of(const DedupOptions& asked, const std::string& folder) {
  const CollectionInput& input = asked.cluster.input;
  ClusterOptions options;
  options.input.inputs = asked.against;
  options.input.records = asked.against_records;
  options.input.text_field =
      asked.against_text_field.empty() ? input.text_field : asked.against_text_field;
  options.input.id_field = input.id_field;
  options.input.features_field = input.features_field;
  options.input.convert = input.convert;
  options.shingling = asked.cluster.shingling;
  if (options.shingling.sketch == ShingleMethod{}.sketch) options.shingling.sketch = kAllShingles;
  // The method of comparing the texts with each other does not matter; this one is fastest.
  options.join.pairs = kSurvivorPairs;
  options.join.common = asked.cluster.join.common;
  options.join.verify = asked.cluster.join.verify;
  options.thresholds.resemblance = 1;
  options.thresholds.linkage = Linkage::survivor;
  options.limits = asked.cluster.limits;
  options.store = folder;
  return options;
}

void remove_store(const std::filesystem::path& store) {
  base::remove_tree(store, {{"store.json", "store.next.json"}, {}});
}

// Also true for a damaged one.
bool is_any_store(const std::string& path) {
  return store::is_store(path) || store::StoreLock::was_taken(path);
}

// Reads the texts. Continues an interrupted run if it has the same settings.
Result<ClusterSummary> make_store(const DedupOptions& asked, const std::string& folder,
                                  Progress& progress) {
  const ClusterOptions options = options_of(asked, folder);
  auto made = whorl::cluster(options, progress);
  if (!made && made.error().code == ErrorCode::invalid_argument && store::is_store(folder)) {
    remove_store(folder);
    made = whorl::cluster(options, progress);
  }
  if (made || made.error().code != ErrorCode::unreadable) return made;
  return input::of_against(made.error());
}

Result<AgainstTexts> AgainstTexts::make(const DedupOptions& options, const std::string& store,
                                        Progress& progress) {
  if (options.against_records != nullptr && !options.against.empty()) {
    return fail(
        ErrorCode::invalid_argument,
        "name texts, a store or a source of records to compare against, but only one of them");
  }
  const std::string first = options.against_records != nullptr ? options.against_records->name()
                                                               : options.against.front();
  if (options.against.size() == 1 && is_any_store(first)) {
    return AgainstTexts(first, "");
  }
  const auto a_store = std::ranges::find_if(options.against, is_any_store);
  if (a_store != options.against.end()) {
    return fail(
        ErrorCode::invalid_argument,
        *a_store + ": is a store; documents are compared against one store, or against texts");
  }
  const std::string folder = store + kFolder;
  WHORL_ASSIGN_OR_RETURN(auto found, make_store(options, folder, progress));
  AgainstTexts made(folder, folder);
  if (found.documents == 0) return input::nothing_to_compare_against(first, found.skipped);
  made.skipped_ = std::move(found.skipped);
  return made;
}

AgainstTexts::AgainstTexts(AgainstTexts&& other) noexcept
    : store_(std::move(other.store_)),
      made_(std::exchange(other.made_, {})),
      skipped_(std::move(other.skipped_)) {}

AgainstTexts::~AgainstTexts() {
  if (!made_.empty()) remove_store(made_);
}

// Copies standard input to a file, which dedup can read twice; `settings` are those of `options`.
Result<void> put_aside(ClusterOptions& options, store::StoreSettings& settings,
                       const Progress& progress) {
  CollectionInput& input = options.input;
  if (input.files_from == "-") {
    WHORL_ASSIGN_OR_RETURN(input.files_from, store::copy_standard_input(options.store, progress));
    settings.files_from = input.files_from;
  } else if (std::ranges::find(input.inputs, "-") != input.inputs.end()) {
    WHORL_ASSIGN_OR_RETURN(const auto shingling, store::shingling_of(settings));
    WHORL_RETURN_IF_ERROR(store::Reading::open(input, shingling, options.thresholds.survivor_field,
                                               options.limits.memory, &progress));
    WHORL_ASSIGN_OR_RETURN(input.standard_input,
                           store::copy_standard_input(options.store, progress));
  }
  return {};
}

// Called before the work, so that an output that cannot be written is reported early.
Result<store::OutputPlan> plan_outputs(const DedupOptions& options, bool folder,
                                       const Progress& progress) {
  store::OutputPlan plan{options.output, {}};
  const bool table = input::is_parquet(options.output);
  if (!folder && !table && !store::takes_rows(options.output)) return plan;
  WHORL_ASSIGN_OR_RETURN(auto inputs,
                         store::open_collection(options.cluster.input, "", true,
                                                options.cluster.limits.memory, &progress));
  if (!folder && table) return store::plan_parquet(options.output, *inputs);
  if (folder) {
    const bool lines = options.annotate || !options.weight.empty();
    const auto form = lines ? store::OutputForm::lines : store::OutputForm::records;
    WHORL_ASSIGN_OR_RETURN(
        plan, store::plan_shards(options.output, *inputs, form, output_rules(options)));
  }
  WHORL_RETURN_IF_ERROR(store::plan_headers(plan, *inputs));
  return plan;
}

bool has_against(const DedupOptions& options) {
  return !options.against.empty() || options.against_records != nullptr;
}

// True if no option needs pairs.
bool needs_survivors_alone(const DedupOptions& options) {
  const ClusterOptions& asked = options.cluster;
  return asked.join.pairs.empty() && asked.thresholds.linkage == Linkage::survivor &&
         !has_against(options) && asked.join.keep_from == 0 && !asked.write_pairs &&
         asked.audit == 0;
}

// The method of finding pairs if not all are needed: an existing store or run with all pairs can be
// used as well.
Result<std::string> cheapest_pairs(const std::string& folder) {
  WHORL_ASSIGN_OR_RETURN(const auto begun, store::load(base::FileSystem::real(), folder));
  const bool has_pairs = begun && begun->settings.pairs == join::kDefaultPairs;
  return std::string(has_pairs ? "" : kSurvivorPairs);
}

// Titles and posts need letter shingles. These would break containment, so a dedup with containment
// or against other texts does not use them. An existing store or run keeps its own rule.
Result<std::optional<std::uint32_t>> letters_below(const DedupOptions& options,
                                                   const std::string& folder) {
  const ClusterOptions& asked = options.cluster;
  if (asked.shingling.letters_below) return asked.shingling.letters_below;
  WHORL_ASSIGN_OR_RETURN(const auto begun, store::load(base::FileSystem::real(), folder));
  if (begun) return begun->settings.letters_below;
  const bool by_resemblance = asked.thresholds.containment == 0 && !has_against(options);
  return by_resemblance ? std::optional(kLettersBelow) : std::nullopt;
}

Result<ClusterSummary> compare(const DedupOptions& options, store::StoreSettings settings,
                               const StoreUse& use, Progress& progress) {
  if (!has_against(options)) {
    store::Manifest fresh;
    fresh.settings = std::move(settings);
    return run_store(options.cluster, std::move(fresh), use, progress);
  }
  WHORL_ASSIGN_OR_RETURN(const auto against,
                         AgainstTexts::make(options, options.cluster.store, progress));
  WHORL_ASSIGN_OR_RETURN(auto found,
                         run_against(options.cluster, settings, against.store(), use, progress));
  found.skipped.insert(found.skipped.end(), against.skipped().begin(), against.skipped().end());
  return found;
}

// Against a store, its documents come first.
store::DocId first_decided(const DedupOptions& options, const StoreView& store) {
  return has_against(options) ? Layout(store.manifest.parts).first_new() : 0;
}

// Sets the options that are not given, once the work folder is known.
Result<void> settle(DedupOptions& asked, const std::string& folder) {
  asked.cluster.store = folder;
  if (needs_survivors_alone(asked)) {
    WHORL_ASSIGN_OR_RETURN(asked.cluster.join.pairs, cheapest_pairs(folder));
  }
  WHORL_ASSIGN_OR_RETURN(asked.cluster.shingling.letters_below, letters_below(asked, folder));
  return {};
}

// True if each document of the range has the number of its row.
Result<bool> are_numbered(const StoreView& store, const DocumentRange& range) {
  if (range.first == range.end) return false;
  WHORL_ASSIGN_OR_RETURN(const auto first, store.documents.record(range.first));
  WHORL_ASSIGN_OR_RETURN(const auto last, store.documents.record(range.end - 1));
  return first.row() && last.row();
}

// True if every input could be read to its end. False if so much was skipped that not all is
// listed.
Result<bool> are_complete(const input::Collection& inputs, const StoreView& store) {
  const std::vector<Skipped> listed = store::all_skipped(store.manifest);
  bool complete = listed.size() < input::SkipLog::kListed;
  std::set<std::string_view> skipped;
  for (const Skipped& entry : listed) skipped.insert(entry.path);
  WHORL_RETURN_IF_ERROR(
      inputs.for_each_input([&](const input::InputIdentity& input) -> Result<void> {
        complete = complete && !skipped.contains(input.name);
        return {};
      }));
  return complete;
}

// The inputs for the second reading. Rows of Parquet are found by number, without their texts. If
// an input could be read only in part, the numbers of later rows are not known, and texts are
// compared.
Result<std::unique_ptr<input::Collection>> open_again(const DedupOptions& options,
                                                      const store::OutputPlan& plan,
                                                      const StoreView& store,
                                                      const DocumentRange& range,
                                                      const Progress& progress) {
  const CollectionInput& input = options.cluster.input;
  const std::uint64_t memory = options.cluster.limits.memory;
  WHORL_ASSIGN_OR_RETURN(auto inputs, store::open_collection(input, "", true, memory, &progress));
  if (!plan.writes_tables()) return inputs;
  WHORL_ASSIGN_OR_RETURN(const bool numbered, are_numbered(store, range));
  WHORL_ASSIGN_OR_RETURN(const bool complete, are_complete(*inputs, store));
  if (!numbered || !complete) return inputs;
  return store::open_rows(input, memory, &progress);
}

Result<void> write(const DedupOptions& options, store::OutputPlan plan, const StoreView& store,
                   Progress& progress, DedupSummary& summary) {
  base::FileSystem& file_system = base::FileSystem::real();
  const CollectionInput& input = options.cluster.input;
  if (input.records != nullptr) WHORL_RETURN_IF_ERROR(input.records->rewind());
  const DocumentRange all{first_decided(options, store),
                          static_cast<store::DocId>(store.documents.size())};
  WHORL_ASSIGN_OR_RETURN(auto collection, open_again(options, plan, store, all, progress));
  WHORL_ASSIGN_OR_RETURN(auto output,
                         DedupOutput::open(file_system, options, std::move(plan), store, progress));
  progress.phase("writing", all.end - all.first);
  WHORL_RETURN_IF_ERROR(
      write_documents({*collection, store, options.cluster.store}, all, output, progress, summary));
  return output.finish(summary.found.skipped);
}

}  // namespace

}  // namespace whorl::internal::cluster

namespace whorl {

using namespace internal;
using namespace internal::cluster;

Result<DedupSummary> dedup(const DedupOptions& options, Progress& progress) try {
  if (options.output.empty()) {
    return fail(ErrorCode::invalid_argument, "name a file for the documents that are kept");
  }
  WHORL_RETURN_IF_ERROR(check_choice(options));
  // Called before the work, so that a source that cannot begin again is reported early.
  if (RecordSource* records = options.cluster.input.records) {
    WHORL_RETURN_IF_ERROR(records->rewind());
  }
  DedupOptions asked = options;
  const bool folder = store::names_folder(options.output);
  if (folder) asked.output = store::without_slash(options.output);
  if (options.removed.empty() && !options.annotate) {
    asked.removed = store::list_beside(asked.output, folder);
  }
  WHORL_RETURN_IF_ERROR(check_output_names(asked, folder));
  WHORL_ASSIGN_OR_RETURN(auto workplace, DedupWorkplace::choose(asked));
  WHORL_RETURN_IF_ERROR(settle(asked, workplace.store()));
  asked.cluster.input.outputs.insert(asked.cluster.input.outputs.end(),
                                     {asked.output, asked.removed, asked.cluster.store});
  store::StoreSettings settings = join::settings_of(asked.cluster);
  WHORL_RETURN_IF_ERROR(workplace.make(asked.output));
  WHORL_RETURN_IF_ERROR(put_aside(asked.cluster, settings, progress));
  WHORL_ASSIGN_OR_RETURN(auto plan, plan_outputs(asked, folder, progress));
  StoreUse use = workplace.use();
  use.keep_rows = plan.writes_tables();
  WHORL_ASSIGN_OR_RETURN(auto found, compare(asked, std::move(settings), use, progress));
  WHORL_ASSIGN_OR_RETURN(auto store,
                         cluster::StoreView::open(base::FileSystem::real(), workplace.store()));

  DedupSummary summary;
  summary.found = std::move(found);
  summary.removed = asked.removed;
  WHORL_RETURN_IF_ERROR(write(asked, std::move(plan), store, progress, summary));
  workplace.done();
  return summary;
} catch (...) {
  return internal::base::caught();
}

Result<DedupSummary> decide(const DedupOptions& options, const DecisionVisitor& visit,
                            Progress& progress) try {
  if (!options.output.empty() || !options.removed.empty() || options.annotate || options.texts ||
      !options.weight.empty()) {
    return fail(ErrorCode::invalid_argument,
                "decide() writes no file: it takes no output, removed, annotate, texts or weight");
  }
  WHORL_RETURN_IF_ERROR(check_choice(options));
  DedupOptions asked = options;
  asked.output = "-";  // leaves no folder next to it
  WHORL_ASSIGN_OR_RETURN(auto workplace, DedupWorkplace::choose(asked));
  WHORL_RETURN_IF_ERROR(settle(asked, workplace.store()));
  asked.cluster.input.outputs.push_back(asked.cluster.store);
  store::StoreSettings settings = join::settings_of(asked.cluster);
  WHORL_RETURN_IF_ERROR(workplace.make(asked.output));
  StoreUse use = workplace.use();
  use.keep_rows = true;
  DedupSummary summary;
  WHORL_ASSIGN_OR_RETURN(summary.found, compare(asked, std::move(settings), use, progress));
  WHORL_ASSIGN_OR_RETURN(const auto store,
                         cluster::StoreView::open(base::FileSystem::real(), workplace.store()));
  const DecidedStore decided{store, first_decided(asked, store), asked};
  WHORL_RETURN_IF_ERROR(hand_over(decided, visit, progress, summary));
  workplace.done();
  return summary;
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
