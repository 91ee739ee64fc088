// Columns: process many texts in one call. The results are flat arrays that Arrow, numpy and
// similar libraries can use without a copy.
//
// A batch call uses at most the given number of threads; the number does not affect the result.
// `offsets` has one number for each row, and one for the end. Row i has the items from offsets[i]
// to offsets[i + 1] - 1, as in a large_list of Arrow.
//
// Each batch call reports its rows or pairs to `progress`. It checks before each row, or each 256
// pairs, if `progress` is cancelled. If so, each thread stops after its current row, and the call
// fails with ErrorCode::cancelled. All threads call `progress`.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "whorl/fingerprint.h"
#include "whorl/progress.h"
#include "whorl/recipe.h"
#include "whorl/result.h"
#include "whorl/sketch.h"

namespace whorl {

// A column of texts in memory of the caller.
struct TextColumn {
  std::size_t size = 0;  // rows
  // Returns the text of a row less than `size`, or nothing if the row is null. Several threads call
  // it at once: once for each row, in any order. The view must be valid until the batch call
  // returns.
  std::function<std::optional<std::string_view>(std::size_t)> text;
};

struct FingerprintColumn {
  std::vector<std::uint64_t> offsets = {0};  // rows + 1
  std::vector<std::uint64_t> hash = {};
  std::vector<std::uint32_t> position = {};  // in symbols of the row's normalized text, ascending
  std::vector<std::uint8_t> valid = {};      // for each row: 0 if the text is null, else 1
  std::size_t size() const { return valid.size(); }
};

// Returns the fingerprints of each text, as fingerprint(text, recipe) does. A null row has none.
// `threads`: 0 means one per core. Errors are those of fingerprint(); the message names the first
// row that fails. Cancelling also interrupts a row of 16 MiB or more, if the recipe allows reading
// it in blocks. O(bytes) in time. Needs memory for the result, and for up to 256 rows per thread.
Result<FingerprintColumn> fingerprint_column(const TextColumn& column, const Recipe& recipe,
                                             unsigned threads, Progress& progress);

// A 128-bit XXH3 hash. Equal inputs have equal hashes. Different inputs have equal hashes only by
// chance, about once in 10^38 pairs, or by construction: XXH3 is not cryptographic.
struct TextHash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const TextHash&) const = default;
};

// The hash of an empty text, and of a normalized text without symbols.
inline constexpr TextHash kHashOfNothing = {0x99aa06d3014798d8, 0x6001c324468d497f};

// Sketches of the rows of a column, all computed with the same method.
//
// `content` and `canonical` are the hashes that a store with the same tokenizer keeps of the same
// text. Rows with equal `content` are `identical` duplicates in a store. Other rows with equal
// `canonical` are `lexical` duplicates. Two rows are not duplicates if the hash that they share is
// kHashOfNothing.
struct SketchColumn {
  SketchMethod method = {};
  std::vector<std::uint64_t> offsets = {0};  // rows + 1
  std::vector<std::uint64_t> hashes = {};    // ascending within each row
  std::vector<std::uint64_t> modulus = {};   // for each row: its hashes are multiples of this
  std::vector<std::uint64_t> shingles = {};  // for each row: distinct shingles of the text
  std::vector<TextHash> content = {};    // for each row: hash of the bytes of the text; 0 for null
  std::vector<TextHash> canonical = {};  // for each row: hash of the normalized text; 0 for null
  std::vector<std::uint8_t> valid = {};  // for each row: 0 if the text is null, else 1
  std::size_t size() const { return valid.size(); }
};

// Returns the sketch of each text, as sketch(text, method) does. A null row has an empty sketch.
// `threads`, errors and costs are those of fingerprint_column(), plus O(n log n) in time for the n
// shingles of each text.
Result<SketchColumn> sketch_column(const TextColumn& column, const SketchMethod& method,
                                   unsigned threads, Progress& progress);

// Returns the sketch of one row. Fails with invalid_argument if the row is null or does not exist,
// or if the arrays of the column do not fit together.
Result<Sketch> sketch_of_row(const SketchColumn& column, std::size_t row);

// A row of one column and a row of another column, or of the same column.
struct RowPair {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
};

enum class SketchMeasure {
  resemblance,  // |A ∩ B| / |A ∪ B|
  containment,  // |A ∩ B| / |A|
};

// One Measure for each pair, in the order of the pairs.
struct MeasureColumn {
  std::vector<double> low = {};
  std::vector<double> value = {};
  std::vector<double> high = {};
  std::vector<std::uint8_t> exact = {};  // 1: counted, not estimated
  // 0 if one of the two rows is null; the other values of the pair are then 0.
  std::vector<std::uint8_t> valid = {};
  std::size_t size() const { return valid.size(); }
};

// Returns the resemblance or containment of pairs of rows, computed from their sketches as
// resemblance() and containment() do. `threads`: 0 means one per core. Fails with invalid_argument
// if the methods of the columns are not comparable. Also if a row of a pair does not exist, or if
// the arrays of a column do not fit together. O(hashes) for each pair.
Result<MeasureColumn> measure_pairs(const SketchColumn& a, const SketchColumn& b,
                                    std::span<const RowPair> pairs, SketchMeasure measure,
                                    unsigned threads, Progress& progress);

}  // namespace whorl
