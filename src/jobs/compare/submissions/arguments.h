// The paths of a command, resolved, separated by purpose and read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "input/source.h"
#include "whorl/compare.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::compare::submissions {

enum class Purpose : std::uint8_t { submissions, archived, base };

struct Argument {
  Purpose purpose = Purpose::submissions;
  std::string path;      // as given
  std::string shown;     // absolute as written, without "." and "..": a link keeps its own name
  std::string resolved;  // without symbolic links
  bool folder = false;
  input::ReadResult content;
};

// The inputs of a run, and the limits of reading.
struct InputRun {
  SubmissionInput input = {};         // `outputs` also names the review file, which is not read
  unsigned threads = 0;               // 0: one a core
  std::uint64_t memory = 2ull << 30;  // bytes
};

// All paths, base code and archives in order of `resolved`, read on several threads. A path that is
// named twice is listed once, for the last purpose of the enumeration. A path inside another is
// only read for itself. `metadata` and `outputs` of the input are not read at all. Fails if a path
// does not exist; the error names it.
Result<std::vector<Argument>> read_arguments(const InputRun& run, Progress& progress);

}  // namespace whorl::internal::compare::submissions
