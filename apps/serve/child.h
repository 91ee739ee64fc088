// A child process of this program that does one job: at low priority, within limits, gone when this
// process goes.
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
  std::vector<std::string> arguments;  // without the program's name
  std::string folder;                  // where it works, and its files of passage are
  std::string output = {};             // a file for its standard output; empty: none
  std::uint64_t memory = 0;            // bytes of address space
  std::uint64_t file = 0;              // bytes of each file that it writes
  std::uint64_t seconds = 0;           // of processor time, and by the clock
};

// Runs a job until it ends; its status as of waitpid, or nothing if it took too long. Calls
// `goes_on(bytes)` with what it writes to standard error, and ten times a second with nothing. The
// job is killed, with all that it started, where that is false and when its time is over.
Result<std::optional<int>> run_child(const ChildPlan& plan,
                                     const std::function<bool(std::string_view)>& goes_on);

}  // namespace whorl::serve
