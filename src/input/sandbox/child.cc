#include "input/sandbox/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/folder.h"
#include "base/go_on.h"
#include "base/try.h"
#include "input/sandbox/sandbox.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::input {
namespace {

// Another program as a process of its own, that can do little besides reading and writing what it
// was handed.

// What a program is started with. Descriptors are the caller's.
struct ChildPlan {
  std::string program;               // its path
  std::vector<std::string> command;  // its arguments, from its name on
  std::string folder;                // its own: where it stands and may write; empty: none
  int input = -1;
  int output = -1;
};

// A child process. The destructor stops it, with all processes that it started, if wait() was not
// called.
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

constexpr long kCloseRange = 436;
constexpr unsigned kCloseOnExec = 1u << 2;  // CLOSE_RANGE_CLOEXEC
constexpr rlim_t kOpenFiles = 64;
constexpr rlim_t kFileBytes = 256u << 20;

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (const std::string& string : strings) out.push_back(const_cast<char*>(string.c_str()));
  out.push_back(nullptr);
  return out;
}

std::vector<std::string> environment(const std::string& folder) {
  std::vector<std::string> out = {"LC_ALL=C.UTF-8", "HOME=/nonexistent", "TMPDIR=" + folder};
  if (const char* path = std::getenv("PATH")) out.push_back(std::string("PATH=") + path);
  return out;
}

// All that the new process needs, made before it is: it shares the memory of this one until it
// runs its program, so it calls the kernel and nothing else.
struct Prepared {
  const char* program;
  std::vector<char*> arguments;
  std::vector<char*> variables;
  const char* folder;
  int streams[3];
  base::Descriptor rules;
  ChildLimits limits;
  pid_t parent;
  sigset_t signals;  // that the thread had blocked
};

void limit(__rlimit_resource resource, rlim_t max) {
  const rlimit value{max, max};
  setrlimit(resource, &value);
}

void set_limits(const ChildLimits& limits) {
  limit(RLIMIT_AS, limits.memory_bytes);
  limit(RLIMIT_CPU, limits.seconds);
  limit(RLIMIT_FSIZE, kFileBytes);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, kOpenFiles);
}

// All signals were blocked by start(); handlers of this program must not run in the other.
void reset_signals() {
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) sigaction(number, &standard, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

void close_others() {
  if (syscall(kCloseRange, 3u, ~0u, kCloseOnExec) == 0) return;
  const long limit = sysconf(_SC_OPEN_MAX);
  for (int number = 3; number < limit; ++number) fcntl(number, F_SETFD, FD_CLOEXEC);
}

// What the kernel of this machine does not have is left out; confinement() tells.
void confine(const Prepared& plan) {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  enforce_landlock(plan.rules);
  filter_system_calls();
}

// Returns the error where the program cannot be run.
int become_program(const Prepared& plan) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != plan.parent) _exit(127);
  for (int stream = 0; stream < 3; ++stream) dup2(plan.streams[stream], stream);
  close_others();
  if (chdir(plan.folder) != 0 && chdir("/") != 0) return errno;
  set_limits(plan.limits);
  confine(plan);
  reset_signals();
  execve(plan.program, plan.arguments.data(), plan.variables.data());
  return errno;
}

// vfork, since copying the tables of a large program's memory takes long. `error` is shared.
pid_t launch(const Prepared& plan, volatile int& error) {
  const pid_t process = vfork();
  if (process == 0) {
    error = become_program(plan);
    _exit(127);
  }
  if (process < 0) error = errno;
  return process;
}

// The same open file under a number that is not that of a standard stream.
base::Descriptor lifted(int descriptor) {
  return base::Descriptor(fcntl(descriptor, F_DUPFD_CLOEXEC, 3));
}

Result<ChildProcess> ChildProcess::start(const ChildPlan& plan, const ChildLimits& limits) {
  const base::Descriptor null(open("/dev/null", O_WRONLY | O_CLOEXEC));
  const base::Descriptor streams[] = {lifted(plan.input), lifted(plan.output), lifted(null.get())};
  const std::vector<std::string> variables = environment(plan.folder);
  Prepared prepared{.program = plan.program.c_str(),
                    .arguments = pointers(plan.command),
                    .variables = pointers(variables),
                    .folder = plan.folder.empty() ? "/" : plan.folder.c_str(),
                    .streams = {streams[0].get(), streams[1].get(), streams[2].get()},
                    .rules = landlock_rules(plan.program, plan.folder),
                    .limits = limits,
                    .parent = getpid(),
                    .signals = {}};
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &prepared.signals);
  volatile int error = 0;
  const pid_t process = launch(prepared, error);
  pthread_sigmask(SIG_SETMASK, &prepared.signals, nullptr);
  if (error == 0) return ChildProcess(process);
  if (process > 0) waitpid(process, nullptr, 0);
  return fail(error == ENOENT ? ErrorCode::not_found : ErrorCode::io,
              "cannot be converted, as " + plan.command[0] +
                  " cannot be run: " + std::generic_category().message(error));
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : process_(std::exchange(other.process_, 0)), seconds_(other.seconds_) {}

ChildProcess::~ChildProcess() {
  if (process_ == 0) return;
  stop();
  reap();
}

// With its group: what it started itself goes too, where the filter did not keep it from it.
void ChildProcess::stop() const { kill(-process_, SIGKILL); }

int ChildProcess::reap() {
  int status = 0;
  rusage used{};
  while (wait4(process_, &status, 0, &used) < 0 && errno == EINTR) continue;
  process_ = 0;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  seconds_ = seconds(used.ru_utime) + seconds(used.ru_stime);
  return status;
}

int ChildProcess::wait(Clock::time_point deadline, const Progress* progress) {
  siginfo_t ended{};
  while (ended.si_pid == 0 && Clock::now() <= deadline && base::go_on(progress)) {
    if (waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT) != 0) break;
    if (ended.si_pid == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  // Its number is not given to another before it is reaped.
  stop();
  return reap();
}

using Clock = ChildProcess::Clock;

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

Result<std::string> read_output(int output, const ChildLimits& limits, Clock::time_point deadline,
                                const Progress* progress) {
  constexpr int kMilliseconds = 100;  // between two questions whether to go on
  std::string out;
  for (;;) {
    WHORL_RETURN_IF_ERROR(base::go_on(progress));
    if (Clock::now() >= deadline) {
      return fail(ErrorCode::limit_exceeded, "takes too long to convert");
    }
    pollfd waiting{output, POLLIN, 0};
    const int ready = poll(&waiting, 1, kMilliseconds);
    if (ready == 0) continue;
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

Result<std::string> ended_well(int status, const std::string& name, std::string output) {
  if (WIFSIGNALED(status)) {
    return fail(ErrorCode::limit_exceeded, name + " was stopped by a limit or crashed on it");
  }
  if (WEXITSTATUS(status) != 0) return fail(ErrorCode::corrupt, name + " cannot read it");
  return output;
}

}  // namespace

std::string find_program(std::string_view name) {
  const char* variable = std::getenv("PATH");
  std::string_view folders = variable == nullptr ? "/usr/bin:/bin" : variable;
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const std::string path = std::string(folders.substr(0, end)) + "/" + std::string(name);
    // A path that begins where the run happens to stand may be the input's.
    if (path[0] == '/' && end > 0 && access(path.c_str(), X_OK) == 0) return path;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return {};
}

Result<std::string> run_child(const std::vector<std::string>& command, const std::string& input,
                              const ChildLimits& limits, double* processor_seconds,
                              const Progress* progress) {
  ChildPlan plan;
  plan.command = command;
  plan.program = find_program(command[0]);
  if (plan.program.empty()) return fail(ErrorCode::not_found, "needs the program " + command[0]);
  base::Descriptor source;
  WHORL_RETURN_IF_ERROR(open_input(input, source));
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return system_failure("cannot be converted", errno);
  const base::Descriptor output(ends[0]);
  base::Descriptor child_output(ends[1]);
  // For what the child has to write on the way.
  const auto folder = base::TemporaryFolder::make("whorl.");
  if (folder) plan.folder = folder->path().string();
  plan.input = source.get();
  plan.output = child_output.get();
  const Clock::time_point deadline = Clock::now() + std::chrono::seconds(2 * limits.seconds);
  WHORL_ASSIGN_OR_RETURN(ChildProcess child, ChildProcess::start(plan, limits));
  child_output.reset();
  Result<std::string> out = read_output(output.get(), limits, deadline, progress);
  const int status = child.wait(out ? deadline : Clock::time_point::min(), progress);
  if (processor_seconds != nullptr) *processor_seconds += child.processor_seconds();
  WHORL_RETURN_IF_ERROR(base::go_on(progress));
  if (!out) return out;
  return ended_well(status, command[0], std::move(*out));
}

}  // namespace whorl::internal::input
