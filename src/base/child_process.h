// Other programs as child processes: started, limited, watched, and ended together with all
// processes that they start.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "whorl/result.h"

namespace whorl::internal::base {

struct ChildPlan {
  std::string program;                        // its path
  std::vector<std::string> arguments;         // from its name on
  std::string folder = {};                    // its working folder and TMPDIR; empty: /
  std::vector<std::string> variables = {};    // "NAME=value", besides those of every child
  std::array<int, 3> streams = {-1, -1, -1};  // the caller's descriptors; negative: /dev/null
  int watched = STDOUT_FILENO;                // the stream that the caller reads instead
  rlim_t memory_bytes = RLIM_INFINITY;        // of address space
  rlim_t file_bytes = RLIM_INFINITY;          // of each file that it writes
  rlim_t processor_seconds = RLIM_INFINITY;
  std::function<void()> before_program = {};  // runs in the child: system calls only
};

struct ChildEnd {
  int status = 0;     // as of waitpid
  bool late = false;  // it was killed at the deadline
  double processor_seconds = 0;
};

// Runs a program and waits until it has ended. There is no shell; the environment is PATH, TMPDIR,
// a UTF-8 locale and the plan's variables. The child inherits no other descriptors, no signal
// handlers and no blocked signals, and the kernel ends it if this thread ends.
//
// Calls `take` with what the child writes to the watched stream, and at least ten times a second
// with nothing. Kills the child if that returns false, and at `deadline`. Whatever is then left of
// its process group is killed too. Fails with the system's error if the program cannot be run.
tl::expected<ChildEnd, std::error_code> run_child(
    const ChildPlan& plan, std::chrono::steady_clock::time_point deadline,
    const std::function<bool(std::string_view)>& take);

}  // namespace whorl::internal::base
