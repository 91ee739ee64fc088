// measuring: what each method of the papers says of the same two texts, what it keeps of them and
// how long it takes (docs/measure.md).
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

// A number that a method takes: "s" of "min:s=400".
struct MeasuringParameter {
  std::string_view name;
  std::uint64_t fallback;  // where it is not told
  std::uint64_t min;
  std::uint64_t max;
  // The parameter is a word of `min` to `max` bytes, at most 8: those of the number, the first one
  // highest.
  bool is_word = false;
};

// A row of the table of methods. All views are of static storage.
struct MeasuringMethod {
  std::string_view name;
  std::span<const MeasuringParameter> parameters;
  std::string_view front_end;  // whose symbols it works on; empty: one of code has to be given
  bool any_front_end = false;  // another one may be given
  std::string_view formula;    // in the letters of docs/methods.md
  std::string_view kept;       // what is kept of a text: a clause
  std::string_view source;     // paper and section
};

std::span<const MeasuringMethod> measuring_methods();

// The value of a parameter as a user writes it: a number or a word.
std::string written(const MeasuringParameter& parameter, std::uint64_t value);

// A method with the defaults of its parameters: "min:k=10,s=400".
std::string with_defaults(const MeasuringMethod& method);

// What a method says of two texts a and b. What it does not define is not there.
struct Figures {
  std::optional<Measure> both;     // of the pair: 1 for equal texts
  std::optional<Measure> a_in_b;   // how much of a is in b
  std::optional<Measure> b_in_a;   // how much of b is in a
  std::optional<double> distance;  // 0 for equal texts
};

// By which a list of pairs is ranked: of the pair where it is defined, else the larger of the two
// shares, else the distance below 0.
double score_of(const Figures& figures);

struct Measured {
  std::string method;  // with its parameters: "min:k=10,s=400"
  std::string_view formula;
  Figures figures;
  std::uint64_t bytes_a = 0;  // that are kept of a
  std::uint64_t bytes_b = 0;
  double seconds = 0;
  std::string refusal;  // why the method has no values of these texts; empty: it has
};

struct MeasuringOptions {
  // As "min" or "min:s=100,k=5". Empty: every row, with its own parameters, and a method that
  // refuses the tokenizer says so in its row.
  std::vector<std::string> methods = {};
  std::string front_end = {};  // of methods that take any; empty: each its own
};

// Measures two texts in memory, UTF-8. Errors: invalid_argument where there is no such method or
// parameter, where one is out of range, or where a method that was named refuses the tokenizer;
// limit_exceeded as of fingerprint().
Result<std::vector<Measured>> measure(std::string_view a, std::string_view b,
                                      const MeasuringOptions& options = {});

struct MeasuredPair {
  std::string a;
  std::string b;
  std::uint64_t bytes_a = 0;  // of the texts
  std::uint64_t bytes_b = 0;
  std::vector<Measured> rows;
  std::vector<Skipped> skipped;
};

// The same of two paths: a file, or a folder, an archive or JSON lines, whose texts, in order of
// their names, are one text. Fails where a path is not there, or contains no text.
Result<MeasuredPair> measure_paths(const std::string& a, const std::string& b,
                                   const MeasuringOptions& options, Progress& progress);

// The same of each pair of a list: a file whose first line names columns, and whose others have two
// documents each, with a tab between, and whatever follows. Documents are in the folder `files`
// beside it, or in its own.
Result<std::vector<MeasuredPair>> measure_list(const std::string& list,
                                               const MeasuringOptions& options, Progress& progress);

// As one JSON object, and as one whose `pairs` are such objects.
std::string to_json(const MeasuredPair& pair);
std::string to_json(const std::vector<MeasuredPair>& pairs);

}  // namespace whorl
