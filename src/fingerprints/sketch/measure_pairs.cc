#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/row_blocks.h"
#include "base/try.h"
#include "fingerprints/sketch/column_view.h"
#include "whorl/columns.h"

namespace whorl::internal::sketch {

Result<void> check_column(const SketchColumn& column) {
  const std::size_t rows = column.size();
  const bool fits = column.offsets.size() == rows + 1 && column.modulus.size() == rows &&
                    column.shingles.size() == rows && column.content.size() == rows &&
                    column.canonical.size() == rows && std::ranges::is_sorted(column.offsets) &&
                    column.offsets.back() <= column.hashes.size() &&
                    std::ranges::find(column.modulus, 0u) == column.modulus.end();
  if (fits) return {};
  return fail(ErrorCode::invalid_argument,
              "the arrays of the column of sketches do not belong together");
}

Result<void> check_row(const SketchColumn& column, std::uint64_t row) {
  if (row < column.size()) return {};
  return fail(ErrorCode::invalid_argument, "there is no row " + std::to_string(row) +
                                               " in a column of " + std::to_string(column.size()));
}

}  // namespace whorl::internal::sketch

namespace whorl {

using namespace internal;

namespace {

struct Columns {
  const SketchColumn& a;
  const SketchColumn& b;
  SketchMeasure measure;

  Measure of(const RowPair& pair) const {
    const sketch::SketchView x = sketch::view_of(a, pair.a), y = sketch::view_of(b, pair.b);
    return measure == SketchMeasure::resemblance ? sketch::resemblance(a.method.sampling, x, y)
                                                 : sketch::containment(a.method.sampling, x, y);
  }
};

MeasureColumn of_size(std::size_t rows) {
  MeasureColumn out;
  for (auto* figures : {&out.low, &out.value, &out.high}) figures->resize(rows);
  for (auto* flags : {&out.exact, &out.valid}) flags->resize(rows);
  return out;
}

void put(const Measure& measure, std::size_t row, MeasureColumn& out) {
  out.low[row] = measure.low;
  out.value[row] = measure.value;
  out.high[row] = measure.high;
  out.exact[row] = measure.exact;
  out.valid[row] = 1;
}

}  // namespace

Result<MeasureColumn> measure_pairs(const SketchColumn& a, const SketchColumn& b,
                                    std::span<const RowPair> pairs, SketchMeasure measure,
                                    unsigned threads, Progress& progress) try {
  WHORL_RETURN_IF_ERROR(comparable(a.method, b.method));
  WHORL_RETURN_IF_ERROR(sketch::check_column(a));
  WHORL_RETURN_IF_ERROR(sketch::check_column(b));
  for (const RowPair& pair : pairs) {
    WHORL_RETURN_IF_ERROR(sketch::check_row(a, pair.a));
    WHORL_RETURN_IF_ERROR(sketch::check_row(b, pair.b));
  }
  MeasureColumn out = of_size(pairs.size());
  const Columns columns{a, b, measure};
  progress.phase("pairs", pairs.size());
  base::RowWatch watch(progress);
  base::for_row_blocks<char>(pairs.size(), threads, watch, [&](base::Rows rows, char&) {
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
      if (a.valid[pairs[row].a] == 0 || b.valid[pairs[row].b] == 0) continue;
      put(columns.of(pairs[row]), row, out);
    }
  });
  WHORL_RETURN_IF_ERROR(watch.end());
  return out;
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
