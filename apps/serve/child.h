// Runs a job as a child process of this program: at low priority, within limits, and killed when
// this process ends.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/result.h"

namespace whorl::serve {

struct ChildPlan {
  std::string program;
  std::vector<std::string> arguments;  // without the name of the program
  std::string folder;                  // its working folder, which also has its temporary files
  std::string output = {};             // the file for its standard output; empty: none
  std::uint64_t memory = 0;            // largest address space in bytes
  std::uint64_t file = 0;              // largest size in bytes of each file that it writes
  std::uint64_t seconds = 0;           // limit of both processor time and elapsed time
};

// Runs a job until it ends and returns its status as of waitpid, or nothing if it took too long.
// Calls `goes_on(bytes)` with what the job writes to standard error, and ten times a second with
// nothing. The job and all processes that it started are killed when goes_on returns false or the
// time is over.
Result<std::optional<int>> run_child(const ChildPlan& plan,
                                     const std::function<bool(std::string_view)>& goes_on);

}  // namespace whorl::serve
