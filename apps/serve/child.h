// A child process of this program that does one job: at low priority, within limits, gone when this
// process goes.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
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
  std::uint64_t seconds = 0;           // of processor time
};

class Child {
 public:
  // The thread that starts it must outlive it: the kernel ends the child with that thread.
  static Result<Child> start(const ChildPlan& plan);
  Child(Child&& other) noexcept;
  ~Child();

  // What it told on standard error, after some time at most; nothing when it tells no more.
  std::optional<std::string> told(std::chrono::milliseconds most);
  // Calls `goes_on(bytes)` with what it tells, and ten times a second with nothing, until it tells
  // no more. It is killed where that is false, and after `seconds`; false then.
  bool follow(std::uint64_t seconds, const std::function<bool(const std::string&)>& goes_on);
  // With all that it started.
  void kill() const;
  // Its status as of waitpid; it is gone then.
  int wait();

 private:
  Child(pid_t process, int stream) : process_(process), stream_(stream) {}

  pid_t process_ = 0;
  int stream_ = -1;
};

}  // namespace whorl::serve
