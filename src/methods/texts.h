// The texts under a path, whole in memory, for experiments and measurements.
#pragma once

#include <string>
#include <vector>

#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::internal::methods {

struct Text {
  std::string name;
  std::string bytes;  // UTF-8
};

struct Texts {
  std::vector<Text> texts;  // by name; those of JSON lines in their order
  std::vector<Skipped> skipped;
};

// The texts of a file, a folder or an archive; JSON lines are recognized by their name. Files that
// are no text are listed as skipped. Fails if the path does not exist or contains no text.
Result<Texts> read_texts(const std::string& path, Progress& progress);

}  // namespace whorl::internal::methods
