// Rows of a column, worked on block by block on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "whorl/columns.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::base {

// Rows from `begin` to `end` - 1.
struct Rows {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Asks on all threads whether to go on, and remembers that the answer was no.
class RowWatch {
 public:
  explicit RowWatch(Progress& progress) : progress_(progress) {}

  bool goes_on() {
    if (!stopped_ && progress_.cancelled()) stopped_ = true;
    return !stopped_;
  }
  void advance(std::size_t rows) { progress_.advance(rows); }
  // An error if a row was left out.
  Result<void> end() const {
    if (!stopped_) return {};
    return stopped();
  }
  static tl::unexpected<Error> stopped() {
    return fail(ErrorCode::cancelled, "stopped before all rows were read");
  }

 private:
  Progress& progress_;
  std::atomic<bool> stopped_ = false;
};

// Calls body(rows, parts[i]) for blocks of the rows in order; the parts come back in order.
// Blocks are small, so that rows of uneven size balance themselves. Leaves out blocks once `watch`
// does not go on.
template <class Part, class Body>
std::vector<Part> for_row_blocks(std::size_t rows, unsigned threads, RowWatch& watch, Body body) {
  constexpr std::size_t kLargest = 256;
  const std::size_t share = rows / (std::size_t{16} * thread_count(threads));
  const std::size_t block = std::clamp<std::size_t>(share, 1, kLargest);
  std::vector<Part> parts((rows + block - 1) / block);
  parallel_for(parts.size(), threads, [&](std::size_t i) {
    if (!watch.goes_on()) return;
    const Rows some{i * block, std::min(rows, (i + 1) * block)};
    body(some, parts[i]);
    watch.advance(some.end - some.begin);
  });
  return parts;
}

// Whether a column of texts can be read.
inline Result<void> check_column(const TextColumn& column) {
  if (column.size == 0 || column.text) return {};
  return fail(ErrorCode::invalid_argument, "the column of texts has rows but no text()");
}

// Of a block of rows: what was made of them, or why the first that failed did.
template <class Column>
struct RowBlock {
  Column column;
  std::optional<Error> error;
};

// An Error about a row of a column.
inline Error about_row(std::size_t row, const Error& error) {
  return {error.code, "row " + std::to_string(row) + ": " + error.message};
}

template <class T>
void append_all(const std::vector<T>& from, std::vector<T>& to) {
  to.insert(to.end(), from.begin(), from.end());
}

// Appends offsets that begin with 0 to others, which they continue.
inline void append_offsets(const std::vector<std::uint64_t>& from, std::vector<std::uint64_t>& to) {
  const std::uint64_t begin = to.back();
  for (std::size_t i = 1; i < from.size(); ++i) to.push_back(begin + from[i]);
}

// Joins the blocks in order by append(from, to), giving memory back on the way; fails with the
// first error.
template <class Column, class Append>
Result<Column> join_blocks(std::vector<RowBlock<Column>> blocks, Column joined, Append append) {
  for (RowBlock<Column>& block : blocks) {
    if (block.error) return tl::unexpected(std::move(*block.error));
    append(block.column, joined);
    block.column = Column();
  }
  return joined;
}

}  // namespace whorl::internal::base
