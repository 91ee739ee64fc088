// The batches of rows that the helper process prints: parses bytes into cells. It trusts none of
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "input/archives/byte_stream.h"
#include "whorl/result.h"

namespace whorl::internal::input {

enum class CellState : std::uint8_t { there, null, too_long };

struct Cell {
  CellState state = CellState::null;
  std::string_view bytes;  // empty unless the cell is present
};

enum class ColumnRole : char {
  text = 't',
  id = 'i',
  url = 'u',
  date = 'd',
  rank = 'r',
  group = 'g'
};

// Rows of a table, by column.
class RowBatch {
 public:
  std::uint32_t rows() const { return rows_; }
  bool has(ColumnRole role) const { return find(role) != nullptr; }
  // The cell of a row; absent if there is no such column.
  Cell cell(ColumnRole role, std::uint32_t row) const;
  // Leaves no rows, but the memory for the next batch.
  void clear();

 private:
  friend class FrameReader;

  struct Column {
    ColumnRole role;
    std::string_view states;
    std::string_view offsets;
    std::string_view data;

    std::uint64_t offset(std::uint32_t row) const;
  };

  const Column* find(ColumnRole role) const;
  bool parse();

  std::string body_;  // the columns point into it
  std::uint32_t rows_ = 0;
  std::vector<Column> columns_;
};

class FrameReader {
 public:
  // A frame of more than `limit` bytes is an error.
  FrameReader(ByteStream& stream, std::uint64_t limit) : stream_(stream), limit_(limit) {}

  // Fills `batch` with the next one, which replaces its contents; false at the end. Errors: the
  // helper's message about the file, or that the helper ended early or printed something else.
  Result<bool> next(RowBatch& batch);
  // Rows of the whole table; 0 if not known yet.
  std::uint64_t rows() const { return rows_; }

 private:
  Result<bool> take(char kind, RowBatch& batch);
  Result<void> read(std::string& out, std::uint64_t size);
  Result<void> begin();

  ByteStream& stream_;
  const std::uint64_t limit_;
  std::string_view rest_;  // of the current block
  bool begun_ = false;
  std::uint64_t rows_ = 0;
};

}  // namespace whorl::internal::input
