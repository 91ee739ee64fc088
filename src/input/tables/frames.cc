#include "input/tables/frames.h"

#include <algorithm>
#include <cstring>

#include "base/try.h"

namespace whorl::internal::input {
namespace {

constexpr std::string_view kMagic = "whorltab";
constexpr std::uint32_t kVersion = 1;
constexpr std::string_view kRoles = "tiudrg";

// A number of the protocol, which is little-endian like all machines that whorl supports.
template <class Number>
Number number_at(std::string_view bytes, std::size_t at = 0) {
  Number out;
  std::memcpy(&out, bytes.data() + at, sizeof out);
  return out;
}

// Takes numbers and bytes from the front while there are enough.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : rest_(bytes) {}

  bool take(std::uint64_t size, std::string_view& out) {
    if (size > rest_.size()) return false;
    out = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return true;
  }

  template <class Number>
  bool take(Number& out) {
    std::string_view bytes;
    if (!take(sizeof out, bytes)) return false;
    out = number_at<Number>(bytes);
    return true;
  }

  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

tl::unexpected<Error> malformed() {
  return fail(ErrorCode::corrupt, "the Python package stopped before the end of the file");
}

}  // namespace

std::uint64_t RowBatch::Column::offset(std::uint32_t row) const {
  return number_at<std::uint64_t>(offsets, row * sizeof(std::uint64_t));
}

const RowBatch::Column* RowBatch::find(ColumnRole role) const {
  const auto found = std::ranges::find(columns_, role, &Column::role);
  return found == columns_.end() ? nullptr : &*found;
}

Cell RowBatch::cell(ColumnRole role, std::uint32_t row) const {
  const Column* column = find(role);
  if (column == nullptr) return {};
  const auto state = static_cast<CellState>(column->states[row]);
  if (state != CellState::there) return {state, {}};
  const std::uint64_t begin = column->offset(row);
  return {state, column->data.substr(begin, column->offset(row + 1) - begin)};
}

void RowBatch::clear() {
  rows_ = 0;
  columns_.clear();
  body_.clear();
}

// True if body_ is a batch.
bool RowBatch::parse() {
  columns_.clear();
  Cursor cursor(body_);
  std::uint8_t count = 0;
  if (!cursor.take(rows_) || !cursor.take(count) || rows_ == 0) return false;
  for (; count > 0; --count) {
    Column column;
    char role = 0;
    std::uint64_t size = 0;
    const std::uint64_t offsets = (std::uint64_t{rows_} + 1) * sizeof(std::uint64_t);
    if (!cursor.take(role) || kRoles.find(role) == kRoles.npos || !cursor.take(size) ||
        !cursor.take(rows_, column.states) || !cursor.take(offsets, column.offsets) ||
        !cursor.take(size, column.data)) {
      return false;
    }
    column.role = static_cast<ColumnRole>(role);
    std::uint64_t before = 0;
    for (std::uint32_t row = 0; row <= rows_; ++row) {
      const std::uint64_t offset = column.offset(row);
      if (offset < before || offset > size || (row == 0 && offset != 0)) return false;
      before = offset;
    }
    const auto is_state = [](char state) { return state >= 0 && state <= 2; };
    if (!std::ranges::all_of(column.states, is_state)) return false;
    columns_.push_back(column);
  }
  return cursor.at_end() && has(ColumnRole::text);
}

Result<bool> FrameReader::next(RowBatch& batch) {
  WHORL_RETURN_IF_ERROR(begin());
  constexpr std::size_t kHead = 1 + sizeof(std::uint64_t);
  std::string head;
  while (true) {
    WHORL_RETURN_IF_ERROR(read(head, kHead));
    const auto size = number_at<std::uint64_t>(head, 1);
    if (size > limit_) return malformed();
    WHORL_RETURN_IF_ERROR(read(batch.body_, size));
    if (head.front() != 'N') return take(head.front(), batch);
    if (size != sizeof rows_) return malformed();
    rows_ = number_at<std::uint64_t>(batch.body_);
  }
}

Result<bool> FrameReader::take(char kind, RowBatch& batch) {
  switch (kind) {
    case 'B':
      if (!batch.parse()) return malformed();
      return true;
    case 'X':
      return fail(ErrorCode::unreadable, batch.body_);
    case 'Z':
      return false;
    default:
      return malformed();
  }
}

Result<void> FrameReader::begin() {
  if (begun_) return {};
  begun_ = true;
  std::string head;
  WHORL_RETURN_IF_ERROR(read(head, kMagic.size() + sizeof kVersion));
  const bool known =
      head.starts_with(kMagic) && number_at<std::uint32_t>(head, kMagic.size()) == kVersion;
  if (!known) return malformed();
  return {};
}

Result<void> FrameReader::read(std::string& out, std::uint64_t size) {
  out.clear();
  while (out.size() < size) {
    if (rest_.empty()) {
      WHORL_ASSIGN_OR_RETURN(rest_, stream_.next());
      if (rest_.empty()) return malformed();
    }
    const std::size_t some = std::min<std::uint64_t>(rest_.size(), size - out.size());
    out.append(rest_.substr(0, some));
    rest_.remove_prefix(some);
  }
  return {};
}

}  // namespace whorl::internal::input
