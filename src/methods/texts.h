// The texts under a path, whole in memory: what experiments and measures are made on.
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

// The texts of a file, a folder or an archive, and of JSON lines by the ending of their name. What
// is no text is listed as skipped. Fails where the path is not there or holds no text.
Result<Texts> read_texts(const std::string& path, Progress& progress);

}  // namespace whorl::internal::methods
