#include "jobs/registry/each_text.h"

#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/ownership/same_file.h"
#include "base/try.h"
#include "input/source.h"
#include "input/tables/csv_table.h"
#include "input/tables/parquet.h"
#include "store/ingest.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {
namespace {

constexpr std::size_t kMostAtATime = 1024;

bool holds_records(std::string_view path) {
  if (path == "-") return true;
  for (const std::string_view packed : {".gz", ".zst", ".bz2", ".xz"}) {
    if (path.ends_with(packed)) path.remove_suffix(packed.size());
  }
  return path.ends_with(".jsonl") || path.ends_with(".ndjson") || input::is_parquet(path);
}

bool is_csv(std::string_view path) { return input::csv_kind(path) != input::CsvKind::none; }

}  // namespace

Result<TextSource> TextSource::open(const RegistryInput& input, Progress& progress) {
  TextSource source;
  source.conversions_ = std::make_shared<input::Conversions>(input.convert);
  source.conversions_->watch(&progress);
  source.room_ = input.memory / 8;
  source.progress_ = &progress;
  input::ReadOptions options;
  options.include = input.include;
  options.exclude = input.exclude;
  for (const std::string& path : input.leave_out) {
    options.leave_out.push_back(base::ownership::resolved(path).string());
  }
  options.limits = input::ReadLimits::within(input.memory);
  std::vector<std::string> records;
  std::uint64_t files = 0;
  for (const std::string& path : input.paths) {
    if (holds_records(path) || (is_csv(path) && !input.text_field.empty())) {
      records.push_back(path);
      continue;
    }
    if (is_csv(path)) {
      source.skipped_.push_back({path, input::kOneDocumentOfCsv, SkipKind::fallback});
    }
    WHORL_ASSIGN_OR_RETURN(auto listed, input::PathFiles::list(path, options));
    files += listed.size();
    source.files_.push_back(std::move(listed));
  }
  if (!records.empty()) {
    input::CollectionOptions fields;
    fields.text_field = input.text_field;
    fields.id_field = input.id_field;
    WHORL_ASSIGN_OR_RETURN(source.records_, input::Collection::open(records, fields));
    source.records_->watch(progress);
  }
  WHORL_RETURN_IF_ERROR(source.begin(files));
  return source;
}

// The number of records is not known: if there are only records, progress counts their bytes.
Result<void> TextSource::begin(std::uint64_t files) {
  in_bytes_ = records_ && files == 0;
  if (!in_bytes_) {
    progress_->phase("documents", records_ ? 0 : files);
    return {};
  }
  WHORL_ASSIGN_OR_RETURN(const std::uint64_t bytes, store::input_bytes(*records_));
  progress_->phase("reading documents", bytes);
  return {};
}

void TextSource::tell_one() {
  if (!in_bytes_) return progress_->advance(1);
  const std::uint64_t taken = records_->taken_bytes();
  progress_->advance(taken - std::exchange(told_, taken));
}

Result<void> TextSource::take_file(std::vector<FoundDocument>& out) {
  input::PathFiles& files = files_[path_];
  input::ReadResult read;
  files.read(file_++, read);
  for (Skipped& skipped : read.skipped) {
    files.note(skipped.path);
    skipped_.push_back(std::move(skipped));
  }
  for (Document& document : read.documents) {
    files.note(document.name);
    out.push_back({std::move(document), {}, {}, false});
  }
  return {};
}

Result<bool> TextSource::take_record(std::vector<FoundDocument>& out) {
  input::CollectionRecord record;
  WHORL_ASSIGN_OR_RETURN(const bool more, records_->next(record));
  if (more) {
    out.push_back({{std::move(record.id), std::move(record.bytes)},
                   std::move(record.url),
                   std::move(record.date),
                   true});
  }
  return more;
}

Result<std::vector<FoundDocument>> TextSource::next() {
  std::vector<FoundDocument> out;
  std::uint64_t bytes = 0;
  const auto is_full = [&] { return out.size() >= kMostAtATime || bytes >= room_; };
  while (!is_full() && path_ < files_.size()) {
    if (progress_->cancelled())
      return fail(ErrorCode::cancelled, "stopped before all inputs were read");
    if (file_ == files_[path_].size()) {
      ++path_;
      file_ = 0;
      continue;
    }
    const std::size_t before = out.size();
    WHORL_RETURN_IF_ERROR(take_file(out));
    for (std::size_t i = before; i < out.size(); ++i) bytes += out[i].document.bytes.size();
    progress_->advance(1);
  }
  while (!is_full() && path_ == files_.size() && records_) {
    if (progress_->cancelled())
      return fail(ErrorCode::cancelled, "stopped before all inputs were read");
    WHORL_ASSIGN_OR_RETURN(const bool more, take_record(out));
    if (!more) break;
    bytes += out.back().document.bytes.size();
    tell_one();
  }
  return out;
}

Result<input::Viewable> TextSource::view(FoundDocument document, std::string& note) const {
  if (!document.is_text) return input::view(std::move(document.document), note, *conversions_);
  input::Viewable text;
  text.text = std::move(document.document.bytes);
  return text;
}

std::vector<Skipped> TextSource::skipped() const {
  std::vector<Skipped> all = skipped_;
  for (const input::PathFiles& files : files_) {
    for (Skipped& skipped : files.skipped()) all.push_back(std::move(skipped));
  }
  if (records_) {
    for (Skipped& skipped : records_->skipped()) all.push_back(std::move(skipped));
  }
  return all;
}

}  // namespace whorl::internal::registry

namespace whorl {

using namespace internal;

Result<std::vector<Skipped>> for_each_registry_text(const RegistryInput& input,
                                                    const TakeRegistryText& take,
                                                    Progress& progress) try {
  const auto work = [](const registry::FoundDocument& found,
                       std::string_view text) -> Result<RegistryText> {
    RegistryText out{{}, std::string(text)};
    out.codes.name = found.document.name;
    out.codes.url = found.url;
    out.codes.date = found.date;
    return out;
  };
  return registry::for_each_text<RegistryText>(input, progress, work, take);
} catch (...) {
  return base::caught();
}

}  // namespace whorl
