// Converters: other programs that convert PDF and PostScript to text, and how they are confined.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whorl {

struct ConverterProgram {
  std::string_view name;     // "pdftotext"
  std::string_view reads;    // the format it converts: "PDF"
  std::string_view package;  // Debian package that contains it
  std::string path;          // its path, as found in PATH; empty: not found
};
// Returns all converters, including those that are not installed.
std::vector<ConverterProgram> converter_programs();

// One measure that restricts what a converter can do. Each works even if another is unavailable.
struct ConverterConfinement {
  std::string_view name;   // "limits", "system_calls", "files"
  std::string_view keeps;  // what it prevents
  bool holds = false;      // true if it works on this machine
};
std::vector<ConverterConfinement> converter_confinement();

}  // namespace whorl
