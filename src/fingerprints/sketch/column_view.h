// The rows of a public SketchColumn as views, and whether its arrays belong together.
#pragma once

#include <cstdint>

#include "fingerprints/sketch/sketch.h"
#include "whorl/columns.h"

namespace whorl::internal::sketch {

// Whether each row of `column` is there. O(rows).
Result<void> check_column(const SketchColumn& column);
// Whether `column`, which was checked, has the row.
Result<void> check_row(const SketchColumn& column, std::uint64_t row);

// Of a column and row that were checked.
inline SketchView view_of(const SketchColumn& column, std::uint64_t row) {
  const std::uint64_t begin = column.offsets[row];
  return {ShingleSpan(column.hashes).subspan(begin, column.offsets[row + 1] - begin),
          column.modulus[row], column.shingles[row]};
}

}  // namespace whorl::internal::sketch
