// measuring: applies the similarity methods of the papers to the same two texts. Reports the
// similarity, the data stored per text and the time of each method (docs/measure.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/estimate.h"
#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

// A parameter of a method: "s" in "min:s=400".
struct MeasuringParameter {
  std::string_view name;
  std::uint64_t fallback;  // the default value
  std::uint64_t min;
  std::uint64_t max;
  // True if the value is a word of `min` to `max` bytes, at most 8. If it is written as a number,
  // its bytes are in the same order, and the last byte is the least significant.
  bool is_word = false;
};

// A row of the table of methods. All views are of static storage.
struct MeasuringMethod {
  std::string_view name;
  std::span<const MeasuringParameter> parameters;
  std::string_view front_end;  // default tokenizer; empty: the caller must name one for code
  bool any_front_end = false;  // the caller can name another tokenizer
  std::string_view formula;    // with the letters of docs/methods.md
  std::string_view kept;       // what the method stores of a text, as a clause
  std::string_view source;     // paper and section
};

std::span<const MeasuringMethod> measuring_methods();

// Returns the value of a parameter as a user writes it: a number or a word.
std::string written(const MeasuringParameter& parameter, std::uint64_t value);

// Returns a method with the defaults of its parameters: "min:k=10,s=400".
std::string with_defaults(const MeasuringMethod& method);

// The values of a method for two texts a and b. Values that it does not define are empty.
struct Figures {
  std::optional<Measure> both;     // of the pair: 1 for equal texts
  std::optional<Measure> a_in_b;   // share of a that is in b
  std::optional<Measure> b_in_a;   // share of b that is in a
  std::optional<double> distance;  // 0 for equal texts
};

// Returns the value that ranks a list of pairs, greatest first. This is `both`, or else the
// negative distance, or else the larger of the two shares.
double score_of(const Figures& figures);

struct Measured {
  std::string method;  // with its parameters: "min:k=10,s=400"
  std::string_view formula;
  Figures figures;
  std::uint64_t bytes_a = 0;  // size of the data that the method stores of a
  std::uint64_t bytes_b = 0;  // and of b
  double seconds = 0;
  std::string refusal;  // why the method has no values for these texts; empty: it has values
};

struct MeasuringOptions {
  // As "min" or "min:s=100,k=5". Empty: all methods with their default parameters; a method that
  // does not support the tokenizer has a `refusal`.
  std::vector<std::string> methods = {};
  std::string front_end = {};  // tokenizer for methods that take any; empty: the method's default
};

// Measures two texts in memory, UTF-8. Fails with invalid_argument if a method or parameter does
// not exist, or if a parameter is out of range. Also if a named method does not support the
// tokenizer. Fails with limit_exceeded like fingerprint().
Result<std::vector<Measured>> measure(std::string_view a, std::string_view b,
                                      const MeasuringOptions& options = {});

struct MeasuredPair {
  std::string a;
  std::string b;
  std::uint64_t bytes_a = 0;  // length of the texts
  std::uint64_t bytes_b = 0;
  std::vector<Measured> rows;
  std::vector<Skipped> skipped;
};

// Measures two paths. Each is a file, a folder, an archive or a file of JSON lines. The texts of a
// path are joined to one text, in the order of their names; JSON lines are joined in their order.
// Fails if a path does not exist or contains no text.
Result<MeasuredPair> measure_paths(const std::string& a, const std::string& b,
                                   const MeasuringOptions& options, Progress& progress);

// Measures each pair of a list. The list is a file with tab-separated columns, named in its first
// line. The first two columns are documents; all others are ignored. Documents are in the folder
// `files` next to the list, or in the list's own folder if `files` does not exist.
Result<std::vector<MeasuredPair>> measure_list(const std::string& list,
                                               const MeasuringOptions& options, Progress& progress);

// Return one JSON object. That of several pairs has the member `pairs`, a list of such objects.
std::string to_json(const MeasuredPair& pair);
std::string to_json(const std::vector<MeasuredPair>& pairs);

}  // namespace whorl
