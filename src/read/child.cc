#include "read/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <system_error>
#include <thread>
#include <utility>

#include "base/descriptor.h"
#include "base/try.h"

namespace whorl::internal::read {
namespace {

using Clock = std::chrono::steady_clock;

tl::unexpected<Error> system_failure(const std::string& what, int error) {
  return fail(error == ENOENT ? ErrorCode::not_found : ErrorCode::io,
              what + ": " + std::generic_category().message(error));
}

// A file that exists in memory only, read from its begin.
Result<void> open_input(const std::string& bytes, base::Descriptor& out) {
  out.reset(memfd_create("input", MFD_CLOEXEC));
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t wrote = write(out.get(), bytes.data() + done, bytes.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return system_failure("cannot be handed to its converter", errno);
    done += static_cast<std::size_t>(wrote);
  }
  if (lseek(out.get(), 0, SEEK_SET) != 0) {
    return system_failure("cannot be handed to its converter", errno);
  }
  return {};
}

std::vector<std::string> environment() {
  std::vector<std::string> out = {"LC_ALL=C.UTF-8"};
  for (const char* name : {"PATH", "TMPDIR"}) {
    if (const char* value = std::getenv(name)) out.push_back(std::string(name) + "=" + value);
  }
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (std::string& string : strings) out.push_back(string.data());
  out.push_back(nullptr);
  return out;
}

// Standard streams: input, output, nothing for errors. Signals as a fresh program has them.
class SpawnPlan {
 public:
  SpawnPlan(int input, int output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnPlan() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  int spawn(std::vector<std::string> command, pid_t& child) const {
    std::vector<std::string> variables = environment();
    return posix_spawnp(&child, command[0].c_str(), &actions_, &attributes_,
                        pointers(command).data(), pointers(variables).data());
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

// posix_spawn cannot set limits: the parent does, microseconds after.
void limit_child(pid_t child, const ChildLimits& limits) {
  const auto set = [child](__rlimit_resource resource, std::uint64_t value) {
    const rlimit limit{value, value};
    prlimit(child, resource, &limit, nullptr);
  };
  set(RLIMIT_CPU, limits.seconds);
  set(RLIMIT_AS, limits.memory_bytes);
  set(RLIMIT_FSIZE, std::max(limits.output_bytes, limits.memory_bytes));
  set(RLIMIT_CORE, 0);
}

Result<std::string> read_output(int output, const ChildLimits& limits, Clock::time_point deadline) {
  std::string out;
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    pollfd waiting{output, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(std::max<long>(left.count(), 0)));
    if (ready == 0) return fail(ErrorCode::limit_exceeded, "takes too long to convert");
    char buffer[1 << 16];
    const ssize_t got = ready < 0 ? -1 : ::read(output, buffer, sizeof buffer);
    if (got == 0) return out;
    if (got < 0 && errno != EINTR) return system_failure("cannot be converted", errno);
    out.append(buffer, static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (out.size() > limits.output_bytes) {
      return fail(ErrorCode::limit_exceeded, "holds more text than the limit of its converter");
    }
  }
}

// A process whose end is awaited; one that nobody waited for is stopped.
class Child {
 public:
  explicit Child(pid_t process) : process_(process) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (process_ == 0) return;
    kill(process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
  }

  // Its status. To be called when it has closed its output; if it goes on, it is stopped.
  int wait(Clock::time_point deadline) {
    int status = 0;
    for (;;) {
      const pid_t ended = waitpid(process_, &status, WNOHANG);
      if (ended == process_ || (ended < 0 && errno != EINTR)) break;
      if (Clock::now() > deadline) kill(process_, SIGKILL);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    process_ = 0;
    return status;
  }

 private:
  pid_t process_;
};

}  // namespace

Result<std::string> run_child(const std::vector<std::string>& command, const std::string& input,
                              const ChildLimits& limits) {
  base::Descriptor source;
  WHORL_RETURN_IF_ERROR(open_input(input, source));
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return system_failure("cannot be converted", errno);
  const base::Descriptor output(ends[0]);
  base::Descriptor child_output(ends[1]);
  pid_t process = 0;
  if (const int error = SpawnPlan(source.get(), child_output.get()).spawn(command, process)) {
    return system_failure("cannot be converted, as " + command[0] + " cannot be run", error);
  }
  Child child(process);
  limit_child(process, limits);
  child_output.reset();
  const Clock::time_point deadline = Clock::now() + std::chrono::seconds(2 * limits.seconds);
  Result<std::string> out = read_output(output.get(), limits, deadline);
  if (!out) return out;
  const int status = child.wait(deadline);
  if (WIFSIGNALED(status)) {
    return fail(ErrorCode::limit_exceeded, command[0] + " was stopped by a limit or crashed on it");
  }
  if (WEXITSTATUS(status) != 0) return fail(ErrorCode::corrupt, command[0] + " cannot read it");
  return out;
}

}  // namespace whorl::internal::read
