// Measures: the numbers that compare() computes for a pair. JSON, CSV, the page, the sort keys,
// `whorl methods` and the tests of the documentation are derived from the table of measures.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "whorl/report.h"

namespace whorl {

// A tile is a run of matched symbols. If a token in a tile has another spelling on the other side,
// its weight times this price is subtracted from the matched weight (docs/quality.md#the-score).
inline constexpr double kPriceOfLiteral = 2;
inline constexpr double kPriceOfName = 0.01;  // higher in submissions of less than 45 tokens
// If the larger side is more than 4 times the smaller one, a name in a repeated row costs more.
// This is added to its price for each doubling beyond 4 times.
inline constexpr double kPriceOfNameInRow = 0.1;

// The names that two submissions have in common, weighted in bits. The fewer students of the run
// use a name, the larger its weight (docs/methods.md#measures-of-a-pair).
struct SharedNames {
  double common = 0;  // weight of the names that both have
  double fewer = 0;  // the smaller of two sums: the weight of all names of a, and of all names of b
  std::uint32_t count = 0;  // number of names that both have
};

// What two aligned submissions share. No count includes base code. Weights:
// docs/methods.md#measures-of-a-pair.
struct PairCounts {
  std::uint64_t weight_a = 0;          // weight of all symbols of a
  std::uint64_t weight_b = 0;          // weight of all symbols of b
  std::uint64_t matched = 0;           // weight under tiles; at most that of the smaller side
  std::uint64_t tiles = 0;             // weight of one symbol of each tile
  std::uint64_t breaks = 0;            // weight of one symbol of each tile except the heaviest
  std::uint64_t spelled = 0;           // weight of literals and identifiers under tiles
  std::uint64_t changed_literals = 0;  // weight of literals under tiles with different spelling
  std::uint64_t changed_names = 0;     // weight of identifiers under tiles with different spelling
  std::uint64_t changed_in_rows = 0;   // part of changed_names in rows that repeat the row before
  // Numbers of occurrences of literals, in tiles or not. `common_literals` counts those that occur
  // on both sides, `all_literals` those that occur on at least one side.
  std::uint64_t common_literals = 0;
  std::uint64_t all_literals = 0;
  SharedNames names = {};           // names, matched or not
  std::uint32_t longest = 0;        // matched symbols of the longest passage
  std::uint64_t longest_prose = 0;  // weight of the longest passage of prose
  double rare_symbols = 0;  // symbols under tiles, each multiplied by the rarity of its tile
  bool identical = false;   // equal normalized text, including literals; `breaks` does not count
};

// Upper bounds for the PairCounts of a pair, known before it is aligned.
struct PairLimits {
  std::uint64_t weight_a = 0;     // exact
  std::uint64_t weight_b = 0;     // exact
  std::uint64_t matched = 0;      // PairCounts::matched; at most the weight of the smaller side
  std::uint64_t net_matched = 0;  // matched - breaks
  std::uint64_t symbols = 0;      // symbols under tiles
  std::uint64_t prose = 0;        // PairCounts::longest_prose
  double rarity = 0;              // rarity of any tile
  double literals = 1;            // share of the literals that both spell
  SharedNames names = {};         // exact, or empty if they do not raise the score
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

// One measure. All views refer to static storage.
struct PairMeasure {
  std::string_view name;  // in JSON and CSV
  // Value of --sort. Measures with the same value are consecutive; --sort ranks by the larger one.
  std::string_view sort;
  std::string_view finds;  // what --sort ranks by, for the help; set in the first of these measures
  MeasureUnit unit;
  std::string_view label;    // heading of its column
  std::string_view meaning;  // a noun phrase for readers of a report
  std::string_view formula;  // with the letters of docs/methods.md
  std::string_view source;   // paper
  MeasureField field;
  double (*value)(const PairCounts& counts);
  double (*bound)(const PairLimits& limits);  // at least the value of any pair within these limits
};

// Returns all measures, in the order of JSON and CSV.
std::span<const PairMeasure> measures();

// Returns the measures of a sort key. Returns none if the key does not exist.
std::span<const PairMeasure> measures_sorted_by(std::string_view key);

}  // namespace whorl
