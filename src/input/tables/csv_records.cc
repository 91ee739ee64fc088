#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.h"
#include "base/utf8.h"
#include "input/collection.h"
#include "input/record_fields.h"
#include "input/tables/csv_table.h"

namespace whorl::internal::input {
namespace {

// The positions of a record's fields in a row.
struct CsvFields {
  struct Named {
    std::size_t column;
    std::string CollectionRecord::*member;
  };
  std::size_t text = 0;
  std::vector<Named> named;
  std::optional<std::size_t> rank;
  std::optional<std::size_t> group;
};

// A number of cells or columns.
std::string counted_as(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

class CsvRecords final : public RecordReader {
 public:
  CsvRecords(std::unique_ptr<ByteStream> stream, std::string name, const CollectionOptions& options,
             Skip skip)
      : stream_(std::move(stream)),
        name_(std::move(name)),
        limit_(options.record_bytes),
        text_column_(text_field_of(options)),
        id_column_(options.id_field),
        rank_column_(options.rank_field),
        group_column_(options.group_field),
        keep_rows_(options.keep_lines),
        skip_(std::move(skip)) {}

  Result<bool> next(CollectionRecord& record) override {
    if (stream_ != nullptr) {
      if (auto opened = open(); !opened) return refuse(opened.error());
    }
    if (table_.columns.empty()) return false;
    auto more = table_.rows->next(row_);
    if (!more) return refuse(more.error());
    if (!*more) return false;
    record = {};
    record.place = name_ + ":" + std::to_string(row_.line);
    if (std::string why = fault(); !why.empty()) {
      record = unreadable(std::move(record), std::move(why));
    } else {
      fill(record);
    }
    return true;
  }

 private:
  Result<bool> refuse(const Error& why) {
    skip_(name_, why.message, SkipKind::skipped);
    return false;
  }

  void note(std::string what) { skip_(name_, std::move(what), SkipKind::fallback); }

  Result<void> open() {
    const auto at_end = [this](std::uint64_t replaced) { note_replaced(replaced); };
    WHORL_ASSIGN_OR_RETURN(table_, open_csv(std::move(stream_), csv_kind(name_), limit_, at_end));
    if (table_.columns.empty()) return {};
    WHORL_RETURN_IF_ERROR(find_columns());
    if (table_.encoding != kUtf8) {
      note("is in " + table_.encoding + "; its rows are read, and written, as UTF-8");
    }
    return {};
  }

  void note_replaced(std::uint64_t replaced) {
    if (replaced == 0) return;
    note("has " + counted_as(replaced, "byte sequence", "byte sequences") + " that " +
         table_.encoding + " does not define, now U+FFFD");
  }

  Result<void> find_columns() {
    WHORL_ASSIGN_OR_RETURN(const auto text, column(text_column_));
    if (!text) return no_text_column();
    fields_.text = *text;
    if (!rank_column_.empty()) {
      WHORL_ASSIGN_OR_RETURN(fields_.rank, column(rank_column_));
      if (!fields_.rank) note("has no column '" + rank_column_ + "' to rank by");
    }
    if (!group_column_.empty()) {
      WHORL_ASSIGN_OR_RETURN(fields_.group, column(group_column_));
      if (!fields_.group) note("has no column '" + group_column_ + "' to group by");
    }
    const std::string& id = id_column_.empty() ? kId : id_column_;
    WHORL_ASSIGN_OR_RETURN(const auto named, column(id));
    if (!named && !id_column_.empty()) {
      note("has no column '" + id_column_ + "': a row is named by its URL, or its file and line");
    }
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      const auto member = member_named(table_.columns[i], id_column_);
      if (member != nullptr && i != fields_.text) fields_.named.push_back({i, member});
    }
    return {};
  }

  // Nothing if there is no such column.
  Result<std::optional<std::size_t>> column(const std::string& name) const {
    const auto& columns = table_.columns;
    const auto first = std::ranges::find(columns, name);
    if (first == columns.end()) return std::optional<std::size_t>();
    if (std::find(first + 1, columns.end(), name) != columns.end()) {
      return fail(ErrorCode::unreadable, "has two columns '" + name + "'; rename one");
    }
    return std::optional(static_cast<std::size_t>(first - columns.begin()));
  }

  tl::unexpected<Error> no_text_column() const {
    ShownNames names;
    for (const std::string& name : table_.columns) names.add(name);
    return fail(ErrorCode::unreadable, "has no column '" + text_column_ +
                                           "': name one with --text; it has " +
                                           names.text("no columns"));
  }

  // Why the row is no document; empty if it is one.
  std::string fault() const {
    switch (row_.fault) {
      case RowFault::too_long:
        return "the row " + longer_than_a_record(limit_);
      case RowFault::open_quote:
        return "a quote opens in this row and never closes, so the rest of the file was read as "
               "one row";
      case RowFault::none:
        break;
    }
    if (row_.columns != table_.columns.size()) {
      return "the row has " + counted_as(row_.columns, "cell", "cells") + ", and the header " +
             counted_as(table_.columns.size(), "column", "columns");
    }
    if (base::is_utf8(row_.bytes)) return "";
    return "the row is not valid UTF-8; if the file is in another encoding, convert it, for "
           "example: iconv -f WINDOWS-1252 -t UTF-8 in.csv > out.csv";
  }

  void fill(CollectionRecord& record) {
    for (const auto& [at, member] : fields_.named) record.*member = row_.cells[at];
    if (fields_.rank) record.rank = number_in(row_.cells[*fields_.rank]);
    if (fields_.group) record.group = group_named(row_.cells[*fields_.group]);
    record.bytes.assign(row_.cells[fields_.text]);
    if (keep_rows_) record.table_row.assign(row_.bytes);
    call_by_place(record);
  }

  inline static const std::string kId = "id";

  std::unique_ptr<ByteStream> stream_;  // null after the header was read
  std::string name_;
  std::uint64_t limit_;  // bytes of a row
  std::string text_column_;
  std::string id_column_;
  std::string rank_column_;
  std::string group_column_;
  bool keep_rows_;
  Skip skip_;
  CsvTable table_;
  CsvFields fields_;
  CsvRow row_;
};

}  // namespace

std::string csv_header_of(const std::string& path, const CollectionOptions& options) {
  auto stream = ByteStream::open(path, {.window_bytes = options.window_bytes});
  if (!stream) return {};
  const auto ignored = [](std::uint64_t) {};
  auto table = open_csv(std::move(*stream), csv_kind(path), options.record_bytes, ignored);
  if (!table || table->columns.empty()) return {};
  std::string header = std::move(table->header);
  if (header.back() != '\n' && header.back() != '\r') header += '\n';
  return header;
}

std::unique_ptr<RecordReader> read_csv(std::unique_ptr<ByteStream> stream, std::string name,
                                       const CollectionOptions& options, Skip skip) {
  return std::make_unique<CsvRecords>(std::move(stream), std::move(name), options, std::move(skip));
}

}  // namespace whorl::internal::input
