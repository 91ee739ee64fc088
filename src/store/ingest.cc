#include "store/ingest.h"

#include <algorithm>
#include <future>
#include <utility>

#include "base/try.h"
#include "input/archives/member_decoder.h"
#include "input/collection.h"
#include "input/paths/input_files.h"
#include "input/skip_log.h"
#include "store/batch.h"
#include "store/positions.h"
#include "store/stopped.h"

namespace whorl::internal::store {
namespace {

constexpr std::uint64_t kCheckpointBytes = 512ull << 20;

// The files that grow while a collection is read.
class GrowingFiles {
 public:
  static Result<GrowingFiles> open(const IngestTarget& target, const IngestState& state,
                                   bool keep_rows) {
    StoreFiles& store = target.files;
    if (store.bytes(kSketchesFile) != state.sketch_hashes * 8 ||
        store.bytes(kShinglesFile) != state.shingle_hashes * 8 ||
        store.bytes(kDocumentsFile) != state.documents * sizeof(DocumentRecord) ||
        store.bytes(kNamesFile) != state.name_bytes) {
      return fail(ErrorCode::corrupt,
                  store.folder().string() + ": its files are not as long as its manifest says");
    }
    GrowingFiles files;
    WHORL_ASSIGN_OR_RETURN(auto sketches, store.append(kSketchesFile));
    WHORL_ASSIGN_OR_RETURN(auto shingles, store.append(kShinglesFile));
    WHORL_ASSIGN_OR_RETURN(files.records_, store.append(kDocumentsFile));
    WHORL_ASSIGN_OR_RETURN(files.names_, store.append(kNamesFile));
    files.sketches_.emplace(std::move(sketches), state.sketch_hashes);
    files.shingles_.emplace(std::move(shingles), state.shingle_hashes);
    files.keep_sets_ = target.keep_sets;
    files.keep_rows_ = keep_rows;
    if (state.sketch_hashes == 0) files.held_sketches_ = target.sketches;
    if (target.keep_groups) WHORL_RETURN_IF_ERROR(files.open_groups(store, state.documents));
    if (!target.keep_positions) return files;
    WHORL_ASSIGN_OR_RETURN(files.positions_,
                           PositionWriter::append(store, state.documents, state.position_bytes));
    return files;
  }

  Result<void> add(const Processed& done, IngestState& state) {
    const auto& shingled = *done.shingled;
    DocumentRecord record;
    record.name_offset = state.name_bytes;
    record.id_bytes = static_cast<std::uint32_t>(done.names.id.size());
    record.url_bytes = static_cast<std::uint32_t>(done.names.url.size());
    record.date_bytes = static_cast<std::uint32_t>(done.names.date.size());
    record.rank = done.rank;
    record.bytes = shingled.bytes;
    record.content = shingled.content;
    record.canonical = shingled.canonical;
    if (keep_rows_ && done.row < kMaxRow) {
      record.row_from_1 = static_cast<std::uint32_t>(done.row) + 1;
    }
    record.set.full_size = done.sketch.full_size;
    record.set.count = static_cast<std::uint32_t>(done.sketch.hashes.size());
    record.set.modulus = static_cast<std::uint32_t>(done.sketch.modulus);
    WHORL_ASSIGN_OR_RETURN(record.set.offset, sketches_->add(done.sketch.hashes));
    if (held_sketches_ != nullptr) held_sketches_->add(done.sketch.hashes);
    if (keep_sets_ && !done.sketch.complete()) {
      WHORL_ASSIGN_OR_RETURN(record.set.full_offset, shingles_->add(shingled.set));
    }
    const std::string text = done.names.id + done.names.url + done.names.date;
    WHORL_RETURN_IF_ERROR(names_->append(std::as_bytes(std::span(text))));
    WHORL_RETURN_IF_ERROR(records_->append(std::as_bytes(std::span(&record, 1))));
    if (groups_) {
      WHORL_RETURN_IF_ERROR(groups_->append(std::as_bytes(std::span(&done.group, 1))));
    }
    if (positions_) {
      WHORL_RETURN_IF_ERROR(positions_->add(shingled.positions));
      state.position_bytes = positions_->written();
    }
    ++state.documents;
    state.name_bytes += text.size();
    state.sketch_hashes = sketches_->written();
    state.shingle_hashes = shingles_->written();
    state.bytes += shingled.bytes;
    state.by_letters += shingled.by_letters ? 1 : 0;
    state.unspaced += shingled.unspaced ? 1 : 0;
    state.weighed += shingled.weighed ? 1 : 0;
    return {};
  }

  Result<void> sync() {
    WHORL_RETURN_IF_ERROR(sketches_->sync());
    WHORL_RETURN_IF_ERROR(shingles_->sync());
    WHORL_RETURN_IF_ERROR(names_->sync());
    if (positions_) WHORL_RETURN_IF_ERROR(positions_->sync());
    if (groups_) WHORL_RETURN_IF_ERROR(groups_->sync());
    return records_->sync();
  }

 private:
  static constexpr std::uint64_t kMaxRow = UINT32_MAX - 1;

  Result<void> open_groups(StoreFiles& store, std::uint64_t documents) {
    if (store.bytes(kGroupsFile) != documents * sizeof(Processed::group)) {
      return fail(ErrorCode::corrupt, (store.folder() / kGroupsFile).string() +
                                          ": is not as long as the manifest says");
    }
    WHORL_ASSIGN_OR_RETURN(groups_, store.append(kGroupsFile));
    return {};
  }

  std::optional<HashListWriter> sketches_;
  std::optional<HashListWriter> shingles_;
  HeldLists* held_sketches_ = nullptr;       // null if not kept in memory
  std::optional<PositionWriter> positions_;  // if they are kept
  std::unique_ptr<base::WritableFile> records_;
  std::unique_ptr<base::WritableFile> names_;
  std::unique_ptr<base::WritableFile> groups_;  // null if they are not kept
  bool keep_sets_ = true;
  bool keep_rows_ = false;
};

void note(IngestState& state, Skipped entry) {
  if (state.skipped.size() < input::SkipLog::kListed) {
    state.skipped.push_back(std::move(entry));
  } else {
    ++state.more_skipped;
  }
}

void note(IngestState& state, const Processed& done) {
  if (!done.shingled) {
    note(state, {done.place, done.shingled.error().message, SkipKind::skipped, done.row});
  } else if (!done.shingled->note.empty()) {
    note(state, {done.place, done.shingled->note, SkipKind::fallback, done.row});
  }
}

// Ends a run whose streams now contain other records than before.
tl::unexpected<Error> stream_changed() {
  return fail(ErrorCode::invalid_argument,
              "inputs changed: the records differ from those read before; remove the store to "
              "start over, or name another");
}

// The error for a source whose records were read before and which returns none now.
tl::unexpected<Error> source_at_its_end(const input::Collection& source) {
  std::string name;
  (void)source.for_each_input([&](const input::InputIdentity& input) -> Result<void> {
    name = input.name;
    return {};
  });
  return fail(
      ErrorCode::unsupported,
      name +
          ": the source has no more records, but the store was built from some; pass a source that "
          "starts again at the first record, or read the store with StoreReader");
}

void take_streamed(const base::Hash128& record, base::Hash128& all) {
  if (record != base::Hash128{}) all = input::hash_after(all, record);
}

// Skips the records that `state` counts, and checks that they have not changed.
Result<void> skip_records(input::Collection& collection, const IngestState& state) {
  input::CollectionRecord record;
  base::Hash128 streamed;
  for (std::uint64_t i = 0; i < state.records; ++i) {
    WHORL_ASSIGN_OR_RETURN(auto more, collection.next(record));
    if (!more && i == 0 && collection.is_source()) return source_at_its_end(collection);
    if (!more) return stream_changed();
    take_streamed(record.streamed, streamed);
  }
  return streamed == state.streamed ? Result<void>{} : stream_changed();
}

Result<void> check_same_memory(const IngestTarget& target, const IngestState& state) {
  if (state.records == 0 || state.record_bytes == record_limit(target.memory)) return {};
  return fail(ErrorCode::invalid_argument,
              target.files.folder().string() +
                  ": the interrupted run had another --memory and therefore read other records; "
                  "use the same value, or remove that folder to start over");
}

input::CollectionOptions options_of(const CollectionInput& input, std::uint64_t memory,
                                    const Progress* progress) {
  input::CollectionOptions options;
  options.record_bytes = record_limit(memory);
  options.window_bytes = std::max(options.window_bytes, memory / input::kWindowShare);
  options.include = input.include;
  options.exclude = input.exclude;
  options.text_field = input.text_field;
  options.id_field = input.id_field;
  options.files_from = input.files_from;
  options.features_field = input.features_field;
  options.group_field = input.group_field;
  options.standard_input = input.standard_input;
  options.outputs = input.outputs;
  options.progress = progress;
  options.first_input = input.first_input;
  options.end_input = input.end_input;
  return options;
}

Result<std::unique_ptr<input::Collection>> collection_of(const CollectionInput& input,
                                                         const input::CollectionOptions& options) {
  if (input.records == nullptr) return input::Collection::open(input.inputs, options);
  if (!input.inputs.empty() || !input.files_from.empty()) {
    return fail(ErrorCode::invalid_argument, "give inputs or a source of records, not both");
  }
  return input::read_records(*input.records, options);
}

}  // namespace

DocumentRecord behind(const IngestState& before, DocumentRecord record) {
  record.name_offset += before.name_bytes;
  record.set.offset += before.sketch_hashes;
  if (!record.set.is_whole()) record.set.full_offset += before.shingle_hashes;
  return record;
}

void add_part(const IngestState& part, IngestState& total) {
  total.documents += part.documents;
  total.name_bytes += part.name_bytes;
  total.sketch_hashes += part.sketch_hashes;
  total.shingle_hashes += part.shingle_hashes;
  total.bytes += part.bytes;
  for (const Skipped& entry : part.skipped) note(total, entry);
  total.more_skipped += part.more_skipped;
  total.revisits += part.revisits;
  total.by_letters += part.by_letters;
  total.unspaced += part.unspaced;
  total.weighed += part.weighed;
  total.keeps_rows = total.keeps_rows || part.keeps_rows;
}

Result<std::unique_ptr<input::Collection>> open_collection(const CollectionInput& input,
                                                           const std::string& rank_field,
                                                           bool keep_lines, std::uint64_t memory,
                                                           const Progress* progress) {
  input::CollectionOptions options = options_of(input, memory, progress);
  options.rank_field = rank_field;
  options.keep_lines = keep_lines;
  return collection_of(input, options);
}

Result<std::unique_ptr<input::Collection>> open_rows(const CollectionInput& input,
                                                     std::uint64_t memory,
                                                     const Progress* progress) {
  input::CollectionOptions options = options_of(input, memory, progress);
  options.names_only = true;
  return collection_of(input, options);
}

Result<std::unique_ptr<input::Collection>> open_questions(const CollectionInput& input,
                                                          std::uint64_t memory,
                                                          const Progress* progress) {
  input::CollectionOptions options = options_of(input, memory, progress);
  options.keep_unreadable = true;
  return collection_of(input, options);
}

Result<void> check_streams(const CollectionInput& input, const std::string& rank_field,
                           std::uint64_t memory, const base::Hash128& streamed,
                           const Progress& progress) {
  CollectionInput streams = input;
  std::erase_if(streams.inputs, [](const std::string& name) { return !input::is_stream(name); });
  streams.files_from.clear();
  WHORL_ASSIGN_OR_RETURN(auto collection, open_collection(streams, rank_field, false, memory));
  collection->watch(progress);
  input::CollectionRecord record;
  base::Hash128 found;
  bool any = false;
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto more, collection->next(record));
    if (progress.cancelled()) return stopped();
    if (!more) {
      if (found == streamed) return {};
      if (!any && collection->is_source()) return source_at_its_end(*collection);
      return stream_changed();
    }
    any = true;
    take_streamed(record.streamed, found);
  }
}

std::vector<std::string> input_names(const CollectionInput& input) {
  if (input.records == nullptr) return input.inputs;
  return {input.records->name()};
}

Result<Shingling> Shingling::parse(const std::string& front_end, const ShingleRule& rule,
                                   const std::string& sketch) {
  WHORL_ASSIGN_OR_RETURN(auto sketching, sketch::Sampler::parse(sketch));
  WHORL_ASSIGN_OR_RETURN(auto make, Shingler::make(front_end, rule));
  return Shingling{std::move(make), std::move(sketching)};
}

Result<Reading> Reading::open(const CollectionInput& input, const Shingling& shingling,
                              const std::string& rank_field, std::uint64_t memory,
                              const Progress* progress) {
  WHORL_ASSIGN_OR_RETURN(auto documents,
                         open_collection(input, rank_field, false, memory, progress));
  return Reading{std::move(documents),
                 {shingling.make.with(input.convert, progress), shingling.sketching}};
}

Result<std::uint64_t> input_bytes(const input::Collection& collection) {
  std::uint64_t sum = 0;
  bool known = true;
  WHORL_RETURN_IF_ERROR(
      collection.for_each_input([&](const input::InputIdentity& input) -> Result<void> {
        sum += input.bytes;
        known = known && input.modified != 0;
        return {};
      }));
  return known ? sum : 0;
}

Result<IngestState> ingest(const IngestTarget& target, const Reading& reading, IngestState state,
                           Progress& progress) {
  input::Collection& collection = *reading.documents;
  collection.watch(progress);
  const bool keep_rows = target.keep_rows || collection.is_source();
  WHORL_ASSIGN_OR_RETURN(auto files, GrowingFiles::open(target, state, keep_rows));
  WHORL_RETURN_IF_ERROR(check_same_memory(target, state));
  state.record_bytes = record_limit(target.memory);
  state.keeps_rows = state.keeps_rows || keep_rows;
  WHORL_ASSIGN_OR_RETURN(const std::uint64_t bytes, input_bytes(collection));
  progress.phase("reading documents", bytes);
  WHORL_RETURN_IF_ERROR(skip_records(collection, state));
  Shingling shingling = reading.shingling;
  if (target.keep_positions) shingling.make = shingling.make.with_positions();
  base::MemoryBudget budget(target.memory);
  std::uint64_t safe_bytes = state.bytes;
  std::uint64_t told = 0;  // bytes of the inputs reported so far
  const auto save = [&]() -> Result<void> {
    WHORL_RETURN_IF_ERROR(files.sync());
    safe_bytes = state.bytes;
    return target.checkpoint(state);
  };

  // If the system cannot start a thread, it is read when it is needed.
  const auto when = std::launch::async | std::launch::deferred;
  auto ahead = std::async(when, [&] { return read_batch(collection, budget); });
  while (true) {
    Result<Batch> read = ahead.get();
    if (progress.cancelled()) {
      WHORL_RETURN_IF_ERROR(save());
      return stopped();
    }
    WHORL_RETURN_IF_ERROR(read);
    Batch batch = std::move(*read);
    if (batch.empty()) break;
    ahead = std::async(when, [&] { return read_batch(collection, budget); });
    const auto add = [&](const Processed& done) -> Result<void> {
      if (!done.shingled && done.shingled.error().code == ErrorCode::cancelled) return stopped();
      ++state.records;
      take_streamed(done.streamed, state.streamed);
      note(state, done);
      return done.shingled ? files.add(done, state) : Result<void>{};
    };
    const Result<void> added =
        process(std::move(batch), shingling, {budget, target.threads, &progress}, add);
    if (!added && added.error().code == ErrorCode::cancelled) WHORL_RETURN_IF_ERROR(save());
    WHORL_RETURN_IF_ERROR(added);
    const std::uint64_t taken = collection.taken_bytes();
    progress.advance(taken - std::exchange(told, taken));
    if (state.bytes - safe_bytes >= kCheckpointBytes) {
      WHORL_RETURN_IF_ERROR(save());
    }
  }
  WHORL_RETURN_IF_ERROR(save());
  state.revisits += collection.revisits();
  return state;
}

}  // namespace whorl::internal::store
