// Processes the rows of a column block by block on several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/go_on.h"
#include "base/heap.h"
#include "base/huge_pages.h"
#include "base/parallel.h"
#include "base/try.h"
#include "whorl/columns.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::base {

// Rows from `begin` to `end` - 1.
struct Rows {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Reports rows to the caller, and asks whether to go on.
class RowWatch {
 public:
  explicit RowWatch(Progress& progress) : progress_(progress), cancellation_(&progress) {}

  bool goes_on() const { return cancellation_.goes_on(); }
  const Cancellation& cancellation() const { return cancellation_; }
  void advance(std::size_t rows) { progress_.advance(rows); }
  // An error if a row was left out.
  Result<void> end() const {
    if (cancellation_.end()) return {};
    return stopped();
  }
  static tl::unexpected<Error> stopped() {
    return fail(ErrorCode::cancelled, "stopped before all rows were read");
  }

 private:
  Progress& progress_;
  Cancellation cancellation_;
};

// Calls body(rows, parts[i]) for blocks of the rows and returns the parts in order. Blocks are
// small, so that rows of uneven size are balanced. Leaves out blocks once `watch` does not go on.
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

// Fails if a column of texts cannot be read.
inline Result<void> check_column(const TextColumn& column) {
  if (column.size == 0 || column.text) return {};
  return fail(ErrorCode::invalid_argument, "the column of texts has rows but no text()");
}

// The result of a block of rows, or the error of its first row that failed.
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

// All arrays of a type of column but `offsets`.
template <class Column, class... Items>
using Arrays = std::tuple<std::vector<Items> Column::*...>;

// Frees the memory that the arrays of a finished block have beyond their items.
template <class Column, class... Items>
void fit(Column& column, const Arrays<Column, Items...>& arrays) {
  column.offsets.shrink_to_fit();
  std::apply([&](auto... array) { ((column.*array).shrink_to_fit(), ...); }, arrays);
}

// Joins blocks in order.
template <class Column, class... Items>
class BlockJoin {
 public:
  using Blocks = std::vector<RowBlock<Column>>;

  explicit BlockJoin(const Arrays<Column, Items...>& arrays) : arrays_(arrays) {}

  // Address space for all of them. Its pages become resident as they fill.
  void reserve(const Blocks& blocks, Column& joined) {
    std::size_t offsets = 1;
    for (const auto& block : blocks) offsets += block.column.offsets.size() - 1;
    reserve_long(joined.offsets, offsets);
    const auto reserve_one = [&](auto array) {
      std::size_t size = 0;
      for (const auto& block : blocks) size += (block.column.*array).size();
      reserve_long(joined.*array, size);
      bytes_ += size * sizeof(*(joined.*array).data());
    };
    std::apply([&](auto... array) { (reserve_one(array), ...); }, arrays_);
  }

  // Empties `from`. The allocator would keep its pages, and the result would be resident twice.
  void append(Column& from, Column& to) {
    append_offsets(from.offsets, to.offsets);
    std::apply([&](auto... array) { (append_one(from.*array, to.*array), ...); }, arrays_);
    from = Column();
    if (freed_ < std::max(kLeast, bytes_ / kShare)) return;
    release_freed_memory();
    freed_ = 0;
  }

 private:
  static constexpr std::size_t kLeast = 16 << 20;  // less is not worth a call
  static constexpr std::size_t kShare = 16;        // of the result

  template <class T>
  void append_one(const std::vector<T>& from, std::vector<T>& to) {
    append_all(from, to);
    freed_ += from.size() * sizeof(T);
  }

  const Arrays<Column, Items...>& arrays_;
  std::size_t bytes_ = 0;  // of the result so far
  std::size_t freed_ = 0;  // not yet given back
};

// Joins the blocks in order into `joined`, which is empty. Fails with the first error, or if
// `watch` does not go on. With glibc's allocator, blocks and result together take about the memory
// of the result.
template <class Column, class... Items>
Result<Column> join_blocks(std::vector<RowBlock<Column>> blocks, RowWatch& watch, Column joined,
                           const Arrays<Column, Items...>& arrays) {
  WHORL_RETURN_IF_ERROR(watch.end());
  for (RowBlock<Column>& block : blocks) {
    if (block.error) return tl::unexpected(std::move(*block.error));
  }
  BlockJoin<Column, Items...> join(arrays);
  join.reserve(blocks, joined);
  for (RowBlock<Column>& block : blocks) {
    if (!watch.goes_on()) return RowWatch::stopped();
    join.append(block.column, joined);
  }
  return joined;
}

}  // namespace whorl::internal::base
