#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/guard.h"
#include "base/hash128.h"
#include "base/row_blocks.h"
#include "base/sort_hashes.h"
#include "base/try.h"
#include "fingerprints/sketch/column_view.h"
#include "fingerprints/sketch/shingle_set.h"
#include "fingerprints/sketch/sketch.h"
#include "fingerprints/sketch/sketch_method.h"
#include "tokens/canonical_hash.h"
#include "tokens/memory_text.h"
#include "whorl/columns.h"
#include "whorl/result.h"

namespace whorl::internal::sketch {
namespace {

// The sketches of texts from memory; texts reuse its memory; one a thread.
class TextSketcher {
 public:
  // Valid until the next call.
  Result<tokens::SymbolSpan> symbols(std::string_view text, const ResolvedMethod& method,
                                     const base::Cancellation* watch = nullptr) {
    return text_.symbols(*method.front_end, method.argument, text, watch);
  }
  Sketch sketch(const tokens::SymbolSpan& symbols, const ResolvedMethod& method) {
    shingle_set(symbols, method.shingle, sorter_, set_);
    return method.sampler.sketch(set_);
  }

 private:
  tokens::MemoryText text_;
  base::HashSorter sorter_;
  ShingleSet set_;
};

Result<Sketch> sketch_text(std::string_view text, const ResolvedMethod& method) {
  WHORL_RETURN_IF_ERROR(tokens::check_text_size(text));
  return tokens::with_thread_memory<TextSketcher>(text, [&](TextSketcher& maker) -> Result<Sketch> {
    WHORL_ASSIGN_OR_RETURN(const auto symbols, maker.symbols(text, method));
    return maker.sketch(symbols, method);
  });
}

// A row of a column. A null has the default values.
struct SketchedRow {
  Sketch sketch;
  TextHash content;
  TextHash canonical;
};

TextHash text_hash(const base::Hash128& hash) { return {hash.high, hash.low}; }

// Stops between its steps if `watch` does not go on.
Result<SketchedRow> sketch_row(std::string_view text, const ResolvedMethod& method,
                               const base::RowWatch& watch) {
  WHORL_RETURN_IF_ERROR(tokens::check_text_size(text));
  return tokens::with_thread_memory<TextSketcher>(
      text, [&](TextSketcher& maker) -> Result<SketchedRow> {
        WHORL_ASSIGN_OR_RETURN(const auto symbols,
                               maker.symbols(text, method, &watch.cancellation()));
        SketchedRow row;
        row.sketch = maker.sketch(symbols, method);
        if (!watch.goes_on()) return base::RowWatch::stopped();
        row.content = text_hash(base::hash128(text));
        row.canonical = text_hash(tokens::canonical_hash(symbols));
        return row;
      });
}

}  // namespace

}  // namespace whorl::internal::sketch

namespace whorl {

using namespace internal;

namespace {

using Block = base::RowBlock<SketchColumn>;

constexpr std::tuple kArrays = {&SketchColumn::hashes,    &SketchColumn::modulus,
                                &SketchColumn::shingles,  &SketchColumn::content,
                                &SketchColumn::canonical, &SketchColumn::valid};

void add_row(const sketch::SketchedRow& made, bool valid, SketchColumn& out) {
  base::append_all(made.sketch.hashes, out.hashes);
  out.offsets.push_back(out.hashes.size());
  out.modulus.push_back(made.sketch.modulus);
  out.shingles.push_back(made.sketch.full_size);
  out.content.push_back(made.content);
  out.canonical.push_back(made.canonical);
  out.valid.push_back(valid);
}

void take_rows(const TextColumn& column, const sketch::ResolvedMethod& method, base::Rows rows,
               base::RowWatch& watch, Block& out) {
  for (std::size_t row = rows.begin; row < rows.end && watch.goes_on(); ++row) {
    const std::optional<std::string_view> text = column.text(row);
    const auto made = text ? sketch::sketch_row(*text, method, watch) : sketch::SketchedRow();
    if (!made) {
      out.error = base::about_row(row, made.error());
      return;
    }
    add_row(*made, text.has_value(), out.column);
  }
  base::fit(out.column, kArrays);
}

}  // namespace

Result<SketchColumn> sketch_column(const TextColumn& column, const SketchMethod& method,
                                   unsigned threads, Progress& progress) try {
  WHORL_ASSIGN_OR_RETURN(const auto resolved, sketch::resolve(method));
  WHORL_RETURN_IF_ERROR(base::check_column(column));
  progress.phase("texts", column.size);
  base::RowWatch watch(progress);
  auto blocks = base::for_row_blocks<Block>(
      column.size, threads, watch,
      [&](base::Rows rows, Block& out) { take_rows(column, resolved, rows, watch, out); });
  return base::join_blocks(std::move(blocks), watch, SketchColumn{.method = method}, kArrays);
} catch (...) {
  return internal::base::caught();
}

Result<Sketch> sketch_of_row(const SketchColumn& column, std::size_t row) try {
  WHORL_RETURN_IF_ERROR(sketch::check_column(column));
  WHORL_RETURN_IF_ERROR(sketch::check_row(column, row));
  if (column.valid[row] == 0) {
    return fail(ErrorCode::invalid_argument, "row " + std::to_string(row) + " is null");
  }
  const sketch::SketchView view = sketch::view_of(column, row);
  return Sketch::make(
      {column.method, {view.hashes.begin(), view.hashes.end()}, view.modulus, view.full_size});
} catch (...) {
  return internal::base::caught();
}

Result<Sketch> sketch(std::string_view text, const SketchMethod& method) try {
  WHORL_ASSIGN_OR_RETURN(const auto resolved, sketch::resolve(method));
  WHORL_ASSIGN_OR_RETURN(auto made, sketch::sketch_text(text, resolved));
  return Sketch::make({method, std::move(made.hashes), made.modulus, made.full_size});
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
