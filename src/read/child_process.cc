#include "read/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <thread>
#include <utility>

#include "base/descriptor.h"
#include "base/go_on.h"
#include "read/landlock.h"
#include "read/system_call_filter.h"

namespace whorl::internal::read {
namespace {

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

}  // namespace

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

}  // namespace whorl::internal::read
