// Converters: other programs that turn PDF and PostScript into text, and how they are confined.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whorl {

struct ConverterProgram {
  std::string_view name;     // "pdftotext"
  std::string_view reads;    // "PDF"
  std::string_view package;  // of Debian that has it
  std::string path;          // where it was found in PATH; empty: not found
};
std::vector<ConverterProgram> converter_programs();

// One part of what keeps a converter to its work. The rest contains where one is missing.
struct ConverterConfinement {
  std::string_view name;   // "limits", "system_calls", "files"
  std::string_view keeps;  // what it keeps a converter from
  bool holds = false;      // on this machine
};
std::vector<ConverterConfinement> converter_confinement();

}  // namespace whorl
