// Another program as a process of its own, that can do little besides reading and writing what it
// was handed.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "read/child_limits.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::read {

// What a program is started with. Descriptors are the caller's.
struct ChildPlan {
  std::string program;               // its path
  std::vector<std::string> command;  // its arguments, from its name on
  std::string folder;                // its own: where it stands and may write; empty: none
  int input = -1;
  int output = -1;
};

// A process whose end is awaited; one that nobody waited for is stopped, with all that it started.
//
// Its limits stand, and sockets, other processes and files that are not its own are out of reach,
// before it runs: as far as the kernel can, see confinement(). It also ends when this process
// dies: the kernel tells it when the thread that started it ends, so that thread has to wait for
// it, as run_child() does.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  static Result<ChildProcess> start(const ChildPlan& plan, const ChildLimits& limits);
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess();

  // Its status, as of waitpid, and the time that it took of processors; to be called once, when it
  // has closed its output. If it goes on after `deadline`, or `progress` is cancelled, it is
  // stopped.
  int wait(Clock::time_point deadline, const Progress* progress = nullptr);
  double processor_seconds() const { return seconds_; }

 private:
  explicit ChildProcess(pid_t process) : process_(process) {}
  void stop() const;
  int reap();

  pid_t process_;
  double seconds_ = 0;
};

}  // namespace whorl::internal::read
