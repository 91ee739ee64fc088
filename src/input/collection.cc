#include "input/collection.h"

#include <sys/stat.h>
#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <utility>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/compressed_file.h"
#include "base/try.h"
#include "base/utf8.h"
#include "input/intake.h"
#include "input/paths/input_files.h"
#include "input/room.h"
#include "input/skip_log.h"
#include "input/tables/csv_table.h"
#include "input/tables/parquet.h"

namespace whorl::internal::input {
namespace {

template <class Values>
std::string_view bytes_of(const Values& values) {
  return {reinterpret_cast<const char*>(values.data()),
          values.size() * sizeof(typename Values::value_type)};
}

constexpr std::size_t kNameBytes = 64 << 10;
constexpr const char* kLongNames = "its id, URL and date are longer than 64 KiB";

// For a record of either type.
bool has_long_names(const auto& record) {
  return record.id.size() + record.url.size() + record.date.size() > kNameBytes;
}

bool is_object_in_a_line(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  const std::size_t last = line.find_last_not_of(" \t");
  return first != last && first != std::string_view::npos && line[first] == '{' &&
         line[last] == '}' && line.find('\n') == std::string_view::npos;
}

class Records final : public Collection {
 public:
  Records(RecordSource& source, const CollectionOptions& options, std::uint64_t limit)
      : source_(source), options_(options), limit_(limit), name_(source.name()) {}

  Result<bool> next(CollectionRecord& out) override {
    while (true) {
      Record record;
      WHORL_ASSIGN_OR_RETURN(auto more, pull(record));
      if (!more) return false;
      if (std::string why = fault(record); !why.empty()) {
        skipped_.add({place(), why, SkipKind::skipped, number_ - 1});
        if (!options_.keep_unreadable) continue;
        out = unreadable(names_of(record), std::move(why));
        return true;
      }
      if (options_.keep_lines && !record.line.empty() && !is_object_in_a_line(record.line)) {
        return fail(ErrorCode::invalid_argument,
                    place() + ": `line` of a record must be one JSON object on one line, or empty");
      }
      out = converted(std::move(record));
      identify(out);
      return true;
    }
  }

  // The next record of any kind.
  Result<CollectionRecord> one() {
    Record record;
    WHORL_RETURN_IF_ERROR(pull(record));
    if (const std::string why = fault(record); !why.empty()) {
      return fail(ErrorCode::invalid_argument, place() + ": " + why);
    }
    return converted(std::move(record));
  }

  Result<void> for_each_input(
      const std::function<Result<void>(const InputIdentity&)>& visit) const override {
    InputIdentity source;
    source.argument = 1;
    source.name = name_;
    return visit(source);
  }

  bool is_source() const override { return true; }
  std::vector<Skipped> skipped() const override { return skipped_.list(); }
  std::uint64_t revisits() const override { return 0; }

 private:
  std::string place() const { return name_ + ":" + std::to_string(number_); }

  Result<bool> pull(Record& record) {
    if (ended_) return false;
    ++number_;
    try {
      auto more = source_.next(record);
      ended_ = more && !*more;
      if (!more) return fail(more.error().code, place() + ": " + more.error().message);
      return more;
    } catch (const std::bad_alloc&) {
      return fail(ErrorCode::out_of_memory, place() + ": no memory for the record");
    } catch (const std::exception& e) {
      return fail(ErrorCode::unreadable, place() + ": the source of records threw: " + e.what());
    } catch (...) {
      return fail(ErrorCode::unreadable, place() + ": the source of records threw");
    }
  }

  // Why the record is no document; empty if it is one.
  std::string fault(const Record& record) const {
    if (record.null) return "is null: it has no text";
    if (record.text.size() > limit_) return "is larger than " + human_bytes(limit_);
    if (has_long_names(record)) return kLongNames;
    if (!base::is_utf8(record.id) || !base::is_utf8(record.url) || !base::is_utf8(record.date)) {
      return "its id, URL or date is not valid UTF-8";
    }
    const bool is_text = options_.features_field.empty() && record.media_type.empty();
    return is_text && !base::is_utf8(record.text) ? "its text is not valid UTF-8" : "";
  }

  // Its position, and its id if that is valid.
  CollectionRecord names_of(const Record& record) const {
    CollectionRecord out;
    out.place = place();
    out.row = number_ - 1;
    if (record.id.size() <= kNameBytes && base::is_utf8(record.id)) out.id = record.id;
    return out;
  }

  CollectionRecord converted(Record record) const {
    CollectionRecord out;
    out.place = place();
    out.row = number_ - 1;
    out.id = std::move(record.id);
    out.url = std::move(record.url);
    call_by_place(out);
    out.date = std::move(record.date);
    if (!options_.rank_field.empty()) out.rank = record.rank;
    if (!options_.group_field.empty()) out.group = group_named(record.group);
    if (options_.keep_lines) out.line = std::move(record.line);
    if (!options_.features_field.empty()) {
      out.shape = RecordShape::features;
      for (const std::string& feature : record.features) {
        out.features.push_back(XXH3_64bits(feature.data(), feature.size()));
      }
      return out;
    }
    out.shape = record.media_type.empty() ? RecordShape::text : RecordShape::content;
    out.bytes = std::move(record.text);
    out.content_type = std::move(record.media_type);
    return out;
  }

  RecordSource& source_;
  CollectionOptions options_;
  std::uint64_t limit_;
  std::string name_;
  std::uint64_t number_ = 0;  // of the current record, from 1
  bool ended_ = false;        // the source is not called again
  SkipLog skipped_;
};

class OneRecord final : public RecordSource {
 public:
  explicit OneRecord(const Record& record) : record_(record) {}
  Result<bool> next(Record& record) override {
    record = record_;
    return true;
  }
  std::string name() const override { return "record"; }

 private:
  const Record& record_;
};

enum class FileKind { document, json_lines, warc, csv, parquet, unknown_stream };

FileKind kind_of(std::string_view name, bool stream) {
  name.remove_suffix(base::packed_ending(name).size());
  const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
  if (ends(".jsonl") || ends(".ndjson") || ends(".json")) return FileKind::json_lines;
  if (is_parquet(name)) return FileKind::parquet;
  if (ends(".warc") || ends(".wet") || ends(".wat")) return FileKind::warc;
  return stream ? FileKind::unknown_stream : FileKind::document;
}

// A stream whose first block was examined before.
class Returned final : public ByteStream {
 public:
  Returned(std::unique_ptr<ByteStream> stream, std::string_view first)
      : stream_(std::move(stream)), first_(first) {}

  Result<std::string_view> next() override {
    if (!std::exchange(returned_, true) && !first_.empty()) return first_;
    return stream_->next();
  }

 private:
  std::unique_ptr<ByteStream> stream_;
  std::string_view first_;  // valid until the stream's next call
  bool returned_ = false;
};

// A file that was removed, or that is no regular file, has no size.
InputIdentity identity_of(const InputFile& file) {
  InputIdentity out;
  out.argument = file.argument;
  out.name = file.name;
  out.path = file.path;
  struct stat about {};
  if (file.path != "-" && ::stat(file.path.c_str(), &about) == 0 && S_ISREG(about.st_mode)) {
    out.bytes = static_cast<std::uint64_t>(about.st_size);
    out.modified = modified_at(about);
  }
  return out;
}

class Inputs final : public Collection {
 public:
  Inputs(const CollectionOptions& options, bool several)
      : options_(options),
        files_({NameFilter(options.include, options.exclude),
                base::ownership::RunOutputs(options.outputs), several},
               skipped_) {}

  Result<void> add(const std::string& input) { return files_.add(input); }
  Result<void> add_list(const std::string& list) {
    return files_.add_list(list, options_.progress);
  }
  // Inputs without any file are a loss, so that a wrong folder or pattern is no success.
  void list_if_empty(const std::vector<std::string>& inputs) {
    if (!files_.files().empty()) return;
    for (const std::string& input : inputs)
      skipped_.add({input, "contains no file that whorl reads"});
  }
  // Keeps the files that the options select, after all were added.
  void take_part() { files_.take_part(options_.first_input, options_.end_input); }

  void watch(const Progress& progress) override { progress_ = &progress; }

  Result<bool> next(CollectionRecord& record) override {
    while (true) {
      if (progress_ != nullptr && progress_->cancelled()) {
        return fail(ErrorCode::cancelled, "stopped while reading");
      }
      if (reader_) {
        WHORL_ASSIGN_OR_RETURN(auto more, reader_->next(record));
        if (more) check_names(record);
        if (more) record.row = rows_++;
        if (more && record.shape == RecordShape::unreadable) {
          skipped_.add({record.place, record.bytes, SkipKind::skipped, record.row});
          if (!options_.keep_unreadable) continue;
        }
        if (more && streaming_) identify(record);
        record.input = static_cast<std::uint32_t>(at_ - 1);
        if (more) return true;
        revisits_ += reader_->revisits();
        reader_.reset();
      }
      if (at_ == files_.files().size()) return false;
      const InputFile& file = files_.files()[at_++];
      if (const FileKind how = kind(file); how != FileKind::document) {
        open_records(file, how);
      } else if (!options_.features_field.empty()) {
        skipped_.add({file.name, "has no lists of features; they are read from JSON lines only"});
      } else {
        note_table(file);
        taken_bytes_ += identity_of(file).bytes;
        record = {};
        record.id = record.place = file.name;
        record.shape = RecordShape::file;
        record.path = file.path;
        record.row = rows_++;
        record.input = static_cast<std::uint32_t>(at_ - 1);
        return true;
      }
    }
  }

  Result<void> for_each_input(
      const std::function<Result<void>(const InputIdentity&)>& visit) const override {
    for (const InputFile& file : files_.files()) {
      InputIdentity identity = identity_of(file);
      const FileKind how = kind(file);
      identity.has_records = how != FileKind::document && how != FileKind::unknown_stream;
      WHORL_RETURN_IF_ERROR(visit(identity));
    }
    return {};
  }

  bool has_csv_rows() const override {
    return std::ranges::any_of(files_.files(),
                               [&](const InputFile& file) { return kind(file) == FileKind::csv; });
  }

  std::string csv_header(const InputIdentity& input) const override {
    return csv_header_of(input.path, options_);
  }

  std::uint64_t taken_bytes() const override { return taken_bytes_; }

  std::vector<Skipped> skipped() const override { return skipped_.list(); }
  std::uint64_t revisits() const override {
    return revisits_ + (reader_ ? reader_->revisits() : 0);
  }

 private:
  FileKind kind(const InputFile& file) const {
    const bool by_rows = !options_.text_field.empty() && options_.features_field.empty();
    if (by_rows && csv_kind(file.path) != CsvKind::none) return FileKind::csv;
    return kind_of(file.path, file.stream);
  }

  // A user who names a table may expect one document a row.
  void note_table(const InputFile& file) {
    if (csv_kind(file.path) == CsvKind::none) return;
    skipped_.add({file.name, kOneDocumentOfCsv, SkipKind::fallback});
  }

  static void check_names(CollectionRecord& record) {
    if (!has_long_names(record)) return;
    CollectionRecord nameless;
    nameless.place = std::move(record.place);
    record = unreadable(std::move(nameless), kLongNames);
  }

  void open_records(const InputFile& file, FileKind kind) {
    streaming_ = file.stream;
    if (!file.stream && is_stream(file.path)) {
      return skipped_.add(
          {file.name, "is a pipe or a device, not a file; name it to have it read"});
    }
    const Skip skip = [this](std::string place, std::string reason, SkipKind how) {
      reason = reason_of(std::move(reason), place);
      skipped_.add({std::move(place), std::move(reason), how});
    };
    if (kind == FileKind::parquet) {
      reader_ = read_parquet(file.path, file.name, options_, {progress_, &taken_bytes_}, skip);
      return;
    }
    const bool copied = file.path == "-" && !options_.standard_input.empty();
    auto stream = ByteStream::open(copied ? options_.standard_input : file.path,
                                   StreamWatch{progress_, &taken_bytes_, options_.window_bytes});
    if (!stream) return skipped_.add({file.name, reason_of(stream.error().message, file.name)});
    if (kind == FileKind::unknown_stream) {
      auto first = (*stream)->next();
      if (!first) return skipped_.add({file.name, reason_of(first.error().message, file.name)});
      if (first->starts_with("PAR1")) {
        return skipped_.add({file.name, "is Parquet, which is read from a file: name the file"});
      }
      kind = first->starts_with("WARC/") ? FileKind::warc : FileKind::json_lines;
      *stream = std::make_unique<Returned>(std::move(*stream), *first);
    }
    const auto read = kind == FileKind::csv    ? read_csv
                      : kind == FileKind::warc ? read_warc
                                               : read_json_lines;
    reader_ = read(std::move(*stream), file.name, options_, skip);
  }

  CollectionOptions options_;
  SkipLog skipped_;
  InputFiles files_;
  std::size_t at_ = 0;
  std::unique_ptr<RecordReader> reader_;
  bool streaming_ = false;  // the reader reads a stream that can be read only once
  const Progress* progress_ = nullptr;
  std::uint64_t revisits_ = 0;  // of earlier readers
  std::uint64_t rows_ = 0;      // records returned by readers, and files
  std::atomic<std::uint64_t> taken_bytes_{0};
};

}  // namespace

void identify(CollectionRecord& record) {
  const base::Hash128 content = base::hash128(record.bytes);
  const std::array<double, 1> rank = {record.rank};
  const std::array<base::Hash128, 7> parts = {base::hash128(record.id),
                                              base::hash128(record.url),
                                              base::hash128(record.date),
                                              base::hash128(record.content_type),
                                              content,
                                              base::hash128(bytes_of(record.features)),
                                              base::hash128(bytes_of(rank))};
  record.content = content;
  record.streamed = base::hash128(bytes_of(parts));
  if (record.group != 0) record.streamed.high ^= record.group;
}

std::uint64_t group_named(std::string_view value) {
  if (value.empty()) return 0;
  return std::max<std::uint64_t>(1, XXH3_64bits(value.data(), value.size()));
}

base::Hash128 hash_after(const base::Hash128& before, const base::Hash128& record) {
  const std::array<base::Hash128, 2> parts = {before, record};
  return base::hash128(bytes_of(parts));
}

std::unique_ptr<Collection> read_records(RecordSource& source, const CollectionOptions& options,
                                         std::uint64_t limit) {
  return std::make_unique<Records>(source, options, limit);
}

Result<CollectionRecord> one_record(const Record& record, const CollectionOptions& options) {
  OneRecord source(record);
  Records records(source, options, ReadLimits{}.file_bytes);
  return records.one();
}

std::string longer_than_a_record(std::uint64_t limit) {
  const bool memory_limits = limit < CollectionOptions{}.record_bytes;
  return "exceeds the limit of " + human_bytes(limit) + " per record; " +
         (memory_limits ? "give more --memory" : "split it into several");
}

bool holds_records(std::string_view path) { return kind_of(path, false) != FileKind::document; }
bool is_web_archive(std::string_view path) { return kind_of(path, false) == FileKind::warc; }

Result<std::unique_ptr<Collection>> Collection::open(const std::vector<std::string>& inputs,
                                                     const CollectionOptions& options) {
  auto collection = std::make_unique<Inputs>(options, inputs.size() > 1);
  for (const std::string& input : inputs) {
    WHORL_RETURN_IF_ERROR(collection->add(input));
  }
  if (!options.files_from.empty()) {
    WHORL_RETURN_IF_ERROR(collection->add_list(options.files_from));
  }
  collection->list_if_empty(inputs);
  collection->take_part();
  return collection;
}

}  // namespace whorl::internal::input
