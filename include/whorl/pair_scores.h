// Measures: what compare() says about a pair in one number each. The table of measures is what
// JSON, CSV, the page, the sort keys, `whorl methods` and the tests of the documents iterate over.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "whorl/report.h"

namespace whorl {

// What a difference under a tile costs, in symbols (docs/quality.md#the-score).
inline constexpr double kPriceOfLiteral = 2;
inline constexpr double kPriceOfName = 0.01;  // more in submissions under 45 tokens
// More of a name in a repeated row, for each time that the larger side doubles beyond four times
// the smaller.
inline constexpr double kPriceOfNameInRow = 0.1;

// What two submissions have in common by name, in bits: the fewer students of a run have a name,
// the more it tells that both sides do (docs/methods.md#measures-of-a-pair).
struct SharedNames {
  double common = 0;        // of the names that both have
  double fewer = 0;         // of all names of the side whose names weigh less
  std::uint32_t count = 0;  // names that both have
};

// What two aligned submissions share. Weights: docs/methods.md#measures-of-a-pair. Base code is in
// no count.
struct PairCounts {
  std::uint64_t weight_a = 0;          // of all symbols of a
  std::uint64_t weight_b = 0;          // of all symbols of b
  std::uint64_t matched = 0;           // weight under tiles; at most the smaller side's
  std::uint64_t tiles = 0;             // weight of one symbol of each tile
  std::uint64_t breaks = 0;            // the same of each but the heaviest
  std::uint64_t spelled = 0;           // weight of matched literals and identifiers
  std::uint64_t changed_literals = 0;  // weight of matched literals that are spelled otherwise
  std::uint64_t changed_names = 0;     // the same of other matched tokens: identifiers
  std::uint64_t changed_in_rows = 0;   // of these names, those in a row that repeats the one before
  // Of all literals, matched or not: occurrences that both spell, and that either does.
  std::uint64_t common_literals = 0;
  std::uint64_t all_literals = 0;
  SharedNames names = {};           // matched or not
  std::uint32_t longest = 0;        // matched symbols of the longest passage
  std::uint64_t longest_prose = 0;  // their weight, of the longest passage of prose
  double rare_symbols = 0;          // symbols under tiles, each times the rarity of its tile
  bool identical = false;           // equal normalized text, literals included: no breaks
};

// What is known about a pair before it is aligned: none of its counts is larger.
struct PairLimits {
  std::uint64_t weight_a = 0;     // exact
  std::uint64_t weight_b = 0;     // exact
  std::uint64_t matched = 0;      // of PairCounts::matched; at most the smaller side's weight
  std::uint64_t net_matched = 0;  // of matched - breaks
  std::uint64_t symbols = 0;      // under tiles
  std::uint64_t prose = 0;        // of PairCounts::longest_prose
  double rarity = 0;              // of any tile
  double literals = 1;            // share of the literals that both spell
  SharedNames names = {};         // exact, or none where they are worth nothing
};

enum class MeasureUnit {
  share,   // 0 … 1
  count,   // a whole number
  amount,  // 0 or more
};

// The member of Pair that contains a measure.
class MeasureField {
 public:
  constexpr MeasureField(double Pair::*number) : number_(number) {}
  constexpr MeasureField(std::uint32_t Pair::*whole) : whole_(whole) {}

  double get(const Pair& pair) const { return number_ ? pair.*number_ : pair.*whole_; }
  void set(double value, Pair& pair) const {
    if (number_) {
      pair.*number_ = value;
    } else {
      pair.*whole_ = static_cast<std::uint32_t>(value);
    }
  }

 private:
  double Pair::*number_ = nullptr;
  std::uint32_t Pair::*whole_ = nullptr;
};

// One row. All views are of static storage.
struct PairMeasure {
  std::string_view name;   // in JSON and CSV
  std::string_view sort;   // what --sort calls it; rows of one key are together, the larger counts
  std::string_view finds;  // what the key ranks by, for help; in the first row of a key
  MeasureUnit unit;
  std::string_view label;    // at the head of a column
  std::string_view meaning;  // one sentence without a verb, for people who read a report
  std::string_view formula;  // in the letters of docs/methods.md
  std::string_view source;   // paper
  MeasureField field;
  double (*value)(const PairCounts& counts);
  double (*bound)(const PairLimits& limits);  // no smaller than the value within these limits
};

// All measures, in the order of JSON and CSV.
std::span<const PairMeasure> measures();

// The rows of a sort key; empty where there is no such key.
std::span<const PairMeasure> measures_sorted_by(std::string_view key);

}  // namespace whorl
