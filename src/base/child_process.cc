#include "base/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdlib>
#include <thread>
#include <utility>

#include "base/descriptor.h"
#include "base/try.h"

namespace whorl::internal::base {
namespace {

using Clock = std::chrono::steady_clock;

constexpr long kCloseRange = 436;
constexpr unsigned kCloseOnExec = 1u << 2;  // CLOSE_RANGE_CLOEXEC

// All that the new process needs, prepared before it starts. It shares this one's memory until it
// runs its program, so it only makes system calls.
struct Prepared {
  const ChildPlan& plan;
  std::vector<char*> arguments;
  std::vector<char*> variables;
  std::array<int, 3> streams = {};
  pid_t parent = getpid();
};

tl::unexpected<std::error_code> last_error() {
  return tl::unexpected(std::error_code(errno, std::generic_category()));
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (const std::string& string : strings) out.push_back(const_cast<char*>(string.c_str()));
  out.push_back(nullptr);
  return out;
}

std::vector<std::string> environment(const ChildPlan& plan) {
  std::vector<std::string> out = {"LC_ALL=C.UTF-8", "HOME=/nonexistent", "TMPDIR=" + plan.folder};
  if (const char* path = std::getenv("PATH")) out.push_back(std::string("PATH=") + path);
  out.insert(out.end(), plan.variables.begin(), plan.variables.end());
  return out;
}

void limit(__rlimit_resource resource, rlim_t most) {
  const rlimit value{most, most};
  if (most != RLIM_INFINITY) setrlimit(resource, &value);
}

void set_limits(const ChildPlan& plan) {
  limit(RLIMIT_AS, plan.memory_bytes);
  limit(RLIMIT_CPU, plan.processor_seconds);
  limit(RLIMIT_FSIZE, plan.file_bytes);
  limit(RLIMIT_CORE, 0);
}

// All signals are blocked until here, because handlers of this program must not run in the child.
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

// Returns the error if the program cannot be run.
int become_program(const Prepared& prepared) {
  const ChildPlan& plan = prepared.plan;
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != prepared.parent) _exit(127);
  for (int stream = 0; stream < 3; ++stream) {
    if (dup2(prepared.streams[static_cast<std::size_t>(stream)], stream) < 0) return errno;
  }
  close_others();
  if (chdir(plan.folder.empty() ? "/" : plan.folder.c_str()) != 0) return errno;
  set_limits(plan);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (plan.before_program) plan.before_program();
  reset_signals();
  execve(plan.program.c_str(), prepared.arguments.data(), prepared.variables.data());
  return errno;
}

// Uses vfork, since copying the page tables of a large program takes long. `error` is shared.
pid_t launch(const Prepared& prepared, volatile int& error) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t process = vfork();
  if (process == 0) {
    error = become_program(prepared);
    _exit(127);
  }
  if (process < 0) error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return process;
}

// A process that is killed and reaped unless end() was called.
class Process {
 public:
  explicit Process(pid_t number) : number_(number) {}
  Process(Process&& other) noexcept : number_(std::exchange(other.number_, 0)) {}
  Process& operator=(Process&&) = delete;
  ~Process() {
    if (number_ > 0) end();
  }

  bool has_ended() const {
    siginfo_t ended{};
    const auto number = static_cast<id_t>(number_);
    return waitid(P_PID, number, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid != 0;
  }

  // The system does not reuse its number before it is reaped, so its group is killed first.
  ChildEnd end() {
    ChildEnd out;
    rusage used{};
    kill(-number_, SIGKILL);
    while (wait4(number_, &out.status, 0, &used) < 0 && errno == EINTR) continue;
    number_ = 0;
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    out.processor_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
    return out;
  }

 private:
  pid_t number_;
};

tl::expected<Process, std::error_code> start(const ChildPlan& plan, int watched) {
  const std::vector<std::string> variables = environment(plan);
  Prepared prepared{plan, pointers(plan.arguments), pointers(variables)};
  const Descriptor null(open("/dev/null", O_RDWR | O_CLOEXEC));
  if (null.get() < 0) return last_error();
  Descriptor lifted[3];
  for (std::size_t i = 0; i < prepared.streams.size(); ++i) {
    const int given = static_cast<int>(i) == plan.watched ? watched : plan.streams[i];
    // Under numbers above those that dup2() replaces in the child.
    prepared.streams[i] = fcntl(given < 0 ? null.get() : given, F_DUPFD_CLOEXEC, 3);
    if (prepared.streams[i] < 0) return last_error();
    lifted[i].reset(prepared.streams[i]);
  }
  volatile int error = 0;
  Process process(launch(prepared, error));
  if (error == 0) return process;
  return tl::unexpected(std::error_code(error, std::generic_category()));
}

}  // namespace

tl::expected<ChildEnd, std::error_code> run_child(
    const ChildPlan& plan, Clock::time_point deadline,
    const std::function<bool(std::string_view)>& take) {
  constexpr int kMilliseconds = 100;  // between two calls of `take`
  constexpr std::size_t kPipeBytes = 1 << 20;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return last_error();
  const Descriptor stream(ends[0]);
  Descriptor child_stream(ends[1]);
  WHORL_ASSIGN_OR_RETURN(Process process, start(plan, child_stream.get()));
  child_stream.reset();
  // A larger pipe saves changes between the processes. A system that refuses it does no harm.
  fcntl(stream.get(), F_SETPIPE_SZ, static_cast<int>(kPipeBytes));
  std::vector<char> buffer(kPipeBytes / 4);
  ssize_t got = 1;  // 0: the child has closed its stream, and its end is awaited
  bool late = false, goes_on = true;
  while (goes_on) {
    late = Clock::now() >= deadline;
    if (late || (got == 0 && process.has_ended())) break;
    pollfd ready{stream.get(), POLLIN, 0};
    std::size_t size = 0;
    if (got == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } else if (poll(&ready, 1, kMilliseconds) > 0) {
      got = read(stream.get(), buffer.data(), buffer.size());
      if (got < 0 && errno != EINTR) return last_error();
      if (got > 0) size = static_cast<std::size_t>(got);
    }
    goes_on = take({buffer.data(), size});
  }
  ChildEnd end = process.end();
  end.late = late;
  return end;
}

}  // namespace whorl::internal::base
