// The rows of a public SketchColumn as views, and checks that its arrays are consistent.
#pragma once

#include <cstdint>

#include "fingerprints/sketch/sketch.h"
#include "whorl/columns.h"

namespace whorl::internal::sketch {

// Fails if a row of `column` is missing. O(rows).
Result<void> check_column(const SketchColumn& column);
// Fails if `column`, which was checked, does not have the row.
Result<void> check_row(const SketchColumn& column, std::uint64_t row);

// The column and row must have been checked.
inline SketchView view_of(const SketchColumn& column, std::uint64_t row) {
  const std::uint64_t begin = column.offsets[row];
  return {ShingleSpan(column.hashes).subspan(begin, column.offsets[row + 1] - begin),
          column.modulus[row], column.shingles[row]};
}

}  // namespace whorl::internal::sketch
