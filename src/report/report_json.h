// The report as JSON: one shape for the file (offsets of the files as stored) and for the
// page (offsets of the viewable texts, which it holds).
#pragma once

#include <cstdint>
#include <functional>

#include "report/json_writer.h"
#include "whorl/report.h"

namespace whorl::internal::report {

enum class Offsets { file, view };

struct JsonShape {
  Offsets offsets = Offsets::file;
  std::uint64_t pairs = UINT64_MAX;  // so many of the best are written
  // Adds members after the report's own.
  std::function<void(JsonWriter&)> extra;
};

void write_report_json(const CompareReport& report, const JsonShape& shape, Sink& sink);

std::string_view name_of(PassageKind kind);
std::string_view name_of(Verdict verdict);

}  // namespace whorl::internal::report
