// The report as JSON: one shape for the file (offsets of the files as stored) and for the page
// (offsets of the viewable texts, which the page contains).
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/report.h"
#include "whorl/writers.h"

namespace whorl::internal::compare::report {

// JsonWriter: streams JSON into a sink without keeping it.

// Writes commas and quotes; the caller opens and closes. Values are compact, one line each after
// `lines()`, so that diff can compare two reports.
class JsonWriter {
 public:
  explicit JsonWriter(Sink& sink) : sink_(sink) {}
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool truth);
  JsonWriter& value(double number);  // the shortest text that reads back as the same number
  JsonWriter& value(std::unsigned_integral auto number) {
    return integer(static_cast<std::uint64_t>(number));
  }
  JsonWriter& null();

  // key() and value() in one call.
  template <class T>
  JsonWriter& member(std::string_view name, const T& what) {
    return key(name).value(what);
  }

  // Each element of the array or object just opened begins a new line.
  JsonWriter& lines();

  // Writes the buffered text; call it at the end.
  void flush();

 private:
  struct Level {
    bool lines = false;
    bool empty = true;
  };
  void element();
  void close(char bracket);
  void drain();
  JsonWriter& integer(std::uint64_t number);

  Sink& sink_;
  std::string buffer_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

// Appends `text` as a JSON string, quotes included. Safe inside HTML too: '<', '>' and '&'
// are escaped, as are U+2028 and U+2029.
void append_json_string(std::string_view text, std::string& out);

enum class Offsets { file, view };

struct JsonShape {
  Offsets offsets = Offsets::file;
  std::uint64_t pairs = UINT64_MAX;  // this many of the best are written
  // Adds members after the report's own.
  std::function<void(JsonWriter&)> extra;
};

void write_report_json(const CompareReport& report, const JsonShape& shape, Sink& sink);

std::string_view name_of(PassageKind kind);
std::string_view name_of(Verdict verdict);

}  // namespace whorl::internal::compare::report
