#include "input/tables/csv_rows.h"

#include <csv.h>

#include <algorithm>
#include <new>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "base/utf8.h"

namespace whorl::internal::input {
namespace {

// Cuts a stream into pieces that contain at most one line end, at their end.
class LinePieces {
 public:
  explicit LinePieces(std::unique_ptr<ByteStream> stream) : stream_(std::move(stream)) {}

  struct Piece {
    std::string_view bytes;  // empty at the end of the stream
    bool ends_line = false;
  };

  // Valid until the next call.
  Result<Piece> next() {
    if (block_.empty()) {
      WHORL_ASSIGN_OR_RETURN(block_, stream_->next());
    }
    if (std::exchange(return_waits_, false)) return line_end();
    if (block_.empty()) return Piece{};
    const std::string_view window = block_.substr(0, kWindow);
    const std::string_view before_newline = window.substr(0, window.find('\n'));
    const std::size_t end = std::min(before_newline.find('\r'), before_newline.size());
    if (end == window.size()) return take(end, false);
    if (block_[end] == '\n') return take(end + 1, true);
    if (end + 1 < block_.size()) return take(end + (block_[end + 1] == '\n' ? 2 : 1), true);
    return take_before_return(end);
  }

 private:
  static constexpr std::size_t kWindow = 4096;

  Piece take(std::size_t size, bool ends_line) {
    const std::string_view bytes = block_.substr(0, size);
    block_.remove_prefix(size);
    return {bytes, ends_line};
  }

  // The block ends in CR. The next one shows whether LF follows.
  Result<Piece> take_before_return(std::size_t size) {
    return_waits_ = true;
    const Piece before = take(size, false);
    block_ = {};
    return size > 0 ? before : next();
  }

  Piece line_end() {
    constexpr std::string_view kBoth = "\r\n";
    const bool both = block_.starts_with('\n');
    if (both) block_.remove_prefix(1);
    return {kBoth.substr(0, both ? 2 : 1), true};
  }

  std::unique_ptr<ByteStream> stream_;
  std::string_view block_;
  bool return_waits_ = false;  // a CR was not returned yet
};

class LibcsvRows final : public CsvRows {
 public:
  LibcsvRows(std::unique_ptr<ByteStream> stream, char separator, std::uint64_t limit)
      : pieces_(std::move(stream)), limit_(limit) {
    constexpr std::size_t kGrowth = 1 << 16;
    csv_init(&parser_, 0);
    csv_set_delim(&parser_, static_cast<unsigned char>(separator));
    csv_set_blk_size(&parser_, kGrowth);
    csv_set_space_func(&parser_, [](unsigned char) { return 0; });
  }
  LibcsvRows(const LibcsvRows&) = delete;
  LibcsvRows& operator=(const LibcsvRows&) = delete;
  ~LibcsvRows() override { csv_free(&parser_); }

  Result<bool> next(CsvRow& row) override {
    begin(row);
    while (!row_ended_) {
      WHORL_ASSIGN_OR_RETURN(const auto piece, pieces_.next());
      if (piece.bytes.empty()) return finish();
      add(piece);
    }
    drop_cells_of_a_fault();
    return true;
  }

 private:
  void begin(CsvRow& row) {
    row_ = &row;
    row.bytes.clear();
    row.columns = 0;
    row.fault = RowFault::none;
    row.line = line_ + 1;
    length_ = 0;
    row_ended_ = false;
  }

  void add(const LinePieces::Piece& piece) {
    const bool begins = length_ == 0;
    length_ += piece.bytes.size();
    if (length_ > limit_) row_->fault = RowFault::too_long;
    if (row_->fault == RowFault::none) row_->bytes.append(piece.bytes);
    const std::string_view text = without_mark(piece.bytes);
    if (csv_parse(&parser_, text.data(), text.size(), take_cell, take_row, this) != text.size()) {
      throw std::bad_alloc();
    }
    if (row_->fault == RowFault::too_long) forget_cell();
    if (piece.ends_line) ++line_;
    const bool is_empty_line = begins && !row_ended_ && piece.ends_line && only_line_end(text);
    if (is_empty_line) begin(*row_);
  }

  std::string_view without_mark(std::string_view piece) {
    const bool marked = std::exchange(at_begin_, false) && piece.starts_with(base::kUtf8Bom);
    return marked ? piece.substr(base::kUtf8Bom.size()) : piece;
  }

  static bool only_line_end(std::string_view piece) {
    return piece.find_first_not_of("\r\n") == piece.npos;
  }

  // Of the current cell the parser keeps only what it may take back, a quote that may be the last
  // one: see csv_parse().
  void forget_cell() { parser_.entry_pos = std::min(parser_.entry_pos, parser_.spaces + 1); }

  Result<bool> finish() {
    if (length_ == 0) return false;
    csv_set_opts(&parser_, CSV_STRICT | CSV_STRICT_FINI);
    const int failed = csv_fini(&parser_, take_cell, take_row, this);
    csv_set_opts(&parser_, 0);
    if (failed != 0) row_->fault = RowFault::open_quote;
    length_ = 0;
    drop_cells_of_a_fault();
    return true;
  }

  void drop_cells_of_a_fault() {
    if (row_->fault != RowFault::none) {
      row_->bytes.clear();
      row_->columns = 0;
    }
    row_->cells.resize(std::min(row_->columns, CsvRow::kMostColumns));
  }

  static void take_cell(void* bytes, std::size_t size, void* self) {
    CsvRow& row = *static_cast<LibcsvRows*>(self)->row_;
    const std::size_t at = row.columns++;
    if (at >= CsvRow::kMostColumns || row.fault != RowFault::none) return;
    if (at >= row.cells.size()) row.cells.emplace_back();
    row.cells[at].assign(static_cast<const char*>(bytes), size);
  }

  static void take_row(int, void* self) { static_cast<LibcsvRows*>(self)->row_ended_ = true; }

  LinePieces pieces_;
  std::uint64_t limit_;
  csv_parser parser_;
  CsvRow* row_ = nullptr;     // the row that is being read
  std::uint64_t length_ = 0;  // of its bytes, including those that are not kept
  std::uint64_t line_ = 0;    // lines that have ended
  bool row_ended_ = false;
  bool at_begin_ = true;  // of the stream
};

}  // namespace

std::unique_ptr<CsvRows> read_csv_rows(std::unique_ptr<ByteStream> stream, char separator,
                                       std::uint64_t limit) {
  return std::make_unique<LibcsvRows>(std::move(stream), separator, limit);
}

}  // namespace whorl::internal::input
