#include "input/tables/csv_table.h"

#include <limits>
#include <utility>

#include "base/compressed_file.h"
#include "base/try.h"
#include "base/utf8.h"
#include "input/charset/wide.h"

namespace whorl::internal::input {
namespace {

// Evidence for the encoding: in many tables the first accent is far from the beginning.
constexpr std::size_t kHeadBytes = 1 << 20;

// The first bytes of a stream, and its rest.
class HeadAndRest final : public ByteStream {
 public:
  HeadAndRest(std::string head, std::unique_ptr<ByteStream> rest)
      : head_(std::move(head)), rest_(std::move(rest)) {}

  Result<std::string_view> next() override {
    if (!std::exchange(head_given_, true) && !head_.empty()) return std::string_view(head_);
    if (!std::exchange(head_freed_, true)) std::string().swap(head_);
    return rest_->next();
  }

 private:
  std::string head_;
  std::unique_ptr<ByteStream> rest_;
  bool head_given_ = false;
  bool head_freed_ = false;
};

class NoStream final : public ByteStream {
 public:
  Result<std::string_view> next() override { return std::string_view(); }
};

Result<std::string> head_of(ByteStream& stream) {
  std::string head;
  while (head.size() < kHeadBytes) {
    WHORL_ASSIGN_OR_RETURN(const std::string_view block, stream.next());
    if (block.empty()) break;
    head.append(block);
  }
  return head;
}

// `head` is the beginning of the file, in its encoding.
char separator_of(CsvKind kind, std::string_view head) {
  if (kind == CsvKind::tsv) return '\t';
  const WideEncoding wide = wide_encoding(head);
  const std::string decoded = wide == WideEncoding::none ? "" : decode_wide(head, wide).text;
  const std::string_view text = wide == WideEncoding::none ? head : std::string_view(decoded);
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  const bool semicolons = line.find(',') == line.npos && line.find(';') != line.npos;
  return semicolons ? ';' : ',';
}

tl::unexpected<Error> no_header(const std::string& why) { return fail(ErrorCode::unreadable, why); }

Result<void> take_header(CsvTable& table) {
  CsvRow row;
  WHORL_ASSIGN_OR_RETURN(const bool any, table.rows->next(row));
  if (row.fault == RowFault::too_long) return no_header("has a header that is too long");
  if (row.fault == RowFault::open_quote) {
    return no_header("has a quote in its header that never closes");
  }
  if (!any || row.columns == 0) return {};
  if (row.columns > CsvRow::kMostColumns) return no_header("has more than 65,536 columns");
  if (!base::is_utf8(row.bytes)) return no_header("has a header that is not valid UTF-8");
  table.columns = std::move(row.cells);
  table.header = std::move(row.bytes);
  return {};
}

}  // namespace

CsvKind csv_kind(std::string_view name) {
  name.remove_suffix(base::packed_ending(name).size());
  if (name.ends_with(".csv")) return CsvKind::csv;
  return name.ends_with(".tsv") ? CsvKind::tsv : CsvKind::none;
}

Result<CsvTable> open_csv(std::unique_ptr<ByteStream> stream, CsvKind kind, std::uint64_t limit,
                          TakeReplaced at_end) {
  CsvTable table;
  WHORL_ASSIGN_OR_RETURN(std::string head, head_of(*stream));
  WHORL_ASSIGN_OR_RETURN(table.encoding, encoding_of(head));
  table.separator = separator_of(kind, head);
  stream = std::make_unique<HeadAndRest>(std::move(head), std::move(stream));
  if (table.encoding != kUtf8) {
    stream = decode_stream(std::move(stream), table.encoding, std::move(at_end));
  }
  table.rows = read_csv_rows(std::move(stream), table.separator, limit);
  WHORL_RETURN_IF_ERROR(take_header(table));
  return table;
}

Result<CsvTable> csv_of_text(std::string text) {
  CsvTable table;
  table.encoding = kUtf8;
  table.separator = separator_of(CsvKind::csv, text);
  auto stream = std::make_unique<HeadAndRest>(std::move(text), std::make_unique<NoStream>());
  constexpr auto kNoLimit = std::numeric_limits<std::uint64_t>::max();
  table.rows = read_csv_rows(std::move(stream), table.separator, kNoLimit);
  WHORL_RETURN_IF_ERROR(take_header(table));
  return table;
}

}  // namespace whorl::internal::input
