// Columns: many texts at once, into flat arrays that Arrow, numpy and similar libraries take as
// they are.
//
// A batch call works on as many threads as the caller says, never more, and its result is the same
// at any number of them. `offsets` has one number a row and the end: row i has the items from
// offsets[i] to offsets[i + 1] - 1, as in a large_list of Arrow.
//
// Each batch call reports its rows, or pairs, to `progress`, and asks it before each row, or each
// 256 pairs, whether to go on. If it is cancelled, the call fails with ErrorCode::cancelled and
// returns nothing; each thread ends after the row that it works on. `progress` is called by all
// threads.
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

// A column of texts that the caller keeps.
struct TextColumn {
  std::size_t size = 0;  // rows
  // The text of a row below `size`; nothing: the row is null. Called once a row, in no order, by
  // several threads at once. The view is good until the batch call returns.
  std::function<std::optional<std::string_view>(std::size_t)> text;
};

struct FingerprintColumn {
  std::vector<std::uint64_t> offsets = {0};  // rows + 1
  std::vector<std::uint64_t> hash = {};
  std::vector<std::uint32_t> position = {};  // in symbols of the row's normalized text, ascending
  std::vector<std::uint8_t> valid = {};      // a row: 0 where the text is null, else 1
  std::size_t size() const { return valid.size(); }
};

// The fingerprints of each text: those of fingerprint(text, recipe). A null has none.
// `threads`: 0 is one a core. Errors are those of fingerprint(), with the row that they are about,
// the first one if there are several. A row of 16 MiB or more is also left in the middle, if the
// recipe allows to read it in blocks. O(bytes) in time. The memory is about that of the result,
// and of up to 256 rows for each thread.
Result<FingerprintColumn> fingerprint_column(const TextColumn& column, const Recipe& recipe,
                                             unsigned threads, Progress& progress);

// 128 bits of XXH3. Equal input has equal hashes. Different input has equal hashes only by chance,
// about once in 10^38 pairs, or if it was constructed: XXH3 is not cryptographic.
struct TextHash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const TextHash&) const = default;
};

// The hash of an empty text, and of a normalized text without symbols.
inline constexpr TextHash kHashOfNothing = {0x99aa06d3014798d8, 0x6001c324468d497f};

// Sketches of the rows of a column, all made by one method.
//
// `content` and `canonical` are the hashes that a store keeps of the same text, if it has the same
// tokenizer. Rows of equal `content` are `identical` duplicates in a store. Other rows of equal
// `canonical` are `lexical` duplicates. Two rows that have kHashOfNothing are not equal by it.
struct SketchColumn {
  SketchMethod method = {};
  std::vector<std::uint64_t> offsets = {0};  // rows + 1
  std::vector<std::uint64_t> hashes = {};    // of each row ascending
  std::vector<std::uint64_t> modulus = {};   // a row: what its hashes are multiples of
  std::vector<std::uint64_t> shingles = {};  // a row: distinct shingles of the text
  std::vector<TextHash> content = {};        // a row: of the bytes of the text; a null has zeros
  std::vector<TextHash> canonical = {};      // a row: of the normalized text; a null has zeros
  std::vector<std::uint8_t> valid = {};      // a row: 0 where the text is null, else 1
  std::size_t size() const { return valid.size(); }
};

// The sketch of each text: that of sketch(text, method). A null has an empty one. `threads`,
// errors and costs as of fingerprint_column(), with O(n log n) in the shingles of a text.
Result<SketchColumn> sketch_column(const TextColumn& column, const SketchMethod& method,
                                   unsigned threads, Progress& progress);

// One row's sketch by itself. Errors: invalid_argument where the row is null or not there, or the
// arrays of the column do not belong together.
Result<Sketch> sketch_of_row(const SketchColumn& column, std::size_t row);

// A row of one column and a row of another, or of the same one.
struct RowPair {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
};

enum class SketchMeasure {
  resemblance,  // |A ∩ B| / |A ∪ B|
  containment,  // |A ∩ B| / |A|
};

// One Measure a pair, in the order of the pairs.
struct MeasureColumn {
  std::vector<double> low = {};
  std::vector<double> value = {};
  std::vector<double> high = {};
  std::vector<std::uint8_t> exact = {};  // 1: counted, not estimated
  std::vector<std::uint8_t> valid =
      {};  // 0 where one of the two rows is null; the others are 0 then
  std::size_t size() const { return valid.size(); }
};

// Measures pairs of rows by their sketches, as resemblance() and containment() do. `threads`: 0 is
// one a core. Errors: invalid_argument where the columns' methods do not compare, a pair names a
// row that is not there, or the arrays of a column do not belong together. O(hashes) a pair.
Result<MeasureColumn> measure_pairs(const SketchColumn& a, const SketchColumn& b,
                                    std::span<const RowPair> pairs, SketchMeasure measure,
                                    unsigned threads, Progress& progress);

}  // namespace whorl
