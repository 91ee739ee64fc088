// Tables as records: reads the rows that the helper process sends.
#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.h"
#include "base/utf8.h"
#include "input/collection.h"
#include "input/record_fields.h"
#include "input/tables/frames.h"
#include "input/tables/helper_stream.h"
#include "input/tables/parquet.h"

namespace whorl::internal::input {
namespace {

// Allowance next to the longest row in a frame: the rest of its columns, and their description.
constexpr std::uint64_t kFrameRest = 16 << 20;

class ParquetReader final : public RecordReader {
 public:
  ParquetReader(std::string path, std::string name, const CollectionOptions& options,
                const StreamWatch& watch, Skip skip)
      : path_(std::move(path)),
        name_(std::move(name)),
        options_(options),
        watch_(watch),
        skip_(std::move(skip)) {}

  Result<bool> next(CollectionRecord& record) override {
    while (row_ == batch_.rows()) {
      auto more = next_batch();
      if (!more && more.error().code == ErrorCode::cancelled) return more;
      if (!more) {
        skip_(name_, more.error().message, SkipKind::skipped);
        return false;
      }
      if (!*more) return false;
    }
    take_row(row_++, record);
    return true;
  }

 private:
  Result<bool> next_batch() {
    if (!options_.features_field.empty()) {
      return fail(ErrorCode::unsupported, "is Parquet; lists of features are read from JSON lines");
    }
    if (!frames_) WHORL_RETURN_IF_ERROR(begin());
    row_ = 0;
    batch_.clear();
    auto more = frames_->next(batch_);
    count_bytes(more && *more ? number_ + batch_.rows() : frames_->rows());
    return more;
  }

  // Counts bytes of the file in proportion to its rows read.
  void count_bytes(std::uint64_t rows) {
    if (watch_.bytes == nullptr || frames_->rows() == 0) return;
    const double share = static_cast<double>(rows) / static_cast<double>(frames_->rows());
    const auto bytes =
        static_cast<std::uint64_t>(std::min(share, 1.0) * static_cast<double>(bytes_));
    *watch_.bytes += bytes - std::exchange(counted_, std::max(counted_, bytes));
  }

  Result<void> begin() {
    WHORL_ASSIGN_OR_RETURN(ParquetHelper helper, parquet_helper());
    WHORL_ASSIGN_OR_RETURN(auto table, open_parquet(path_));
    HelperRun run;
    run.arguments = arguments();
    run.file = table.file.get();
    run.file_bytes = bytes_ = table.bytes;
    stream_.emplace(std::move(helper), std::move(run), std::move(table.file), watch_.progress);
    frames_.emplace(*stream_, options_.record_bytes + kFrameRest);
    return {};
  }

  std::vector<std::string> arguments() const {
    std::vector<std::string> out = {"read", "--record-bytes",
                                    std::to_string(options_.record_bytes)};
    const auto add = [&](const char* option, const std::string& column) {
      if (!column.empty()) out.insert(out.end(), {option, column});
    };
    if (options_.names_only) {
      out.push_back("--names");
    } else {
      add("--text", text_field_of(options_));
    }
    add("--id", options_.id_field);
    add("--rank", options_.rank_field);
    add("--group", options_.group_field);
    return out;
  }

  void take_row(std::uint32_t row, CollectionRecord& record) {
    record = {};
    record.number = number_;
    record.place = name_ + ":" + std::to_string(++number_);
    const Cell text = batch_.cell(ColumnRole::text, row);
    record.id = batch_.cell(ColumnRole::id, row).bytes;
    record.url = batch_.cell(ColumnRole::url, row).bytes;
    record.date = batch_.cell(ColumnRole::date, row).bytes;
    if (batch_.has(ColumnRole::rank)) {
      record.rank = number_in(batch_.cell(ColumnRole::rank, row).bytes);
    }
    if (batch_.has(ColumnRole::group)) {
      record.group = group_named(batch_.cell(ColumnRole::group, row).bytes);
    }
    if (const std::string why = fault(text, record); !why.empty()) {
      record = unreadable(std::move(record), why);
      return;
    }
    if (options_.names_only) record.shape = RecordShape::row;
    record.bytes.assign(text.bytes);
    call_by_place(record);
  }

  // Why a row is no document; empty if it is one.
  std::string fault(const Cell& text, CollectionRecord& record) const {
    for (std::string* name : {&record.id, &record.url, &record.date}) {
      if (base::is_utf8(*name)) continue;
      name->clear();
      return "its id, URL or date is not valid UTF-8";
    }
    if (text.state == CellState::null) return "is null: it has no text";
    if (text.state == CellState::too_long) {
      return "the row " + longer_than_a_record(options_.record_bytes);
    }
    return base::is_utf8(text.bytes) ? "" : "its text is not valid UTF-8";
  }

  const std::string path_;
  const std::string name_;
  const CollectionOptions options_;
  const StreamWatch watch_;
  const Skip skip_;
  std::optional<HelperStream> stream_;
  std::optional<FrameReader> frames_;  // of stream_
  RowBatch batch_;
  std::uint32_t row_ = 0;     // the next row in batch_
  std::uint64_t number_ = 0;  // the next row in the file
  std::uint64_t bytes_ = 0;   // of the file
  std::uint64_t counted_ = 0;
};

}  // namespace

std::unique_ptr<RecordReader> read_parquet(const std::string& path, std::string name,
                                           const CollectionOptions& options,
                                           const StreamWatch& watch, Skip skip) {
  return std::make_unique<ParquetReader>(path, std::move(name), options, watch, std::move(skip));
}

}  // namespace whorl::internal::input
