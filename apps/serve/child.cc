#include "serve/child.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace whorl::serve {
namespace {

constexpr int kNice = 10;  // beyond that of the service
constexpr long kCloseRange = 436;
constexpr unsigned kCloseOnExec = 1u << 2;  // CLOSE_RANGE_CLOEXEC
constexpr std::size_t kMostTold = 64 << 10;

// All that the new process needs, made before it is: it shares this one's memory until it runs its
// program, so it calls the kernel and nothing else.
struct Prepared {
  const ChildPlan& plan;
  std::vector<char*> arguments;
  std::vector<char*> variables;
  int input, output, errors;
  pid_t parent;
};

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

int open_output(const std::string& file) {
  return open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

void limit(__rlimit_resource resource, rlim_t most) {
  const rlimit value{most, most};
  setrlimit(resource, &value);
}

void set_limits(const ChildPlan& plan) {
#ifndef WHORL_SANITIZED  // whose shadow is larger than any limit
  limit(RLIMIT_AS, plan.memory);
#endif
  limit(RLIMIT_CPU, plan.seconds);
  limit(RLIMIT_FSIZE, plan.file);
  limit(RLIMIT_CORE, 0);
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + kNice);
  const sched_param none = {};
  sched_setscheduler(0, SCHED_BATCH, &none);  // what wakes up goes before it
}

// All signals are blocked until here; handlers of this program must not run in the other.
void reset_signals() {
  struct sigaction standard = {};
  standard.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) sigaction(number, &standard, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Returns the error where the program cannot be run.
int become_program(const Prepared& prepared) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != prepared.parent) _exit(127);
  dup2(prepared.input, STDIN_FILENO);
  dup2(prepared.output, STDOUT_FILENO);
  dup2(prepared.errors, STDERR_FILENO);
  syscall(kCloseRange, 3u, ~0u, kCloseOnExec);
  if (chdir(prepared.plan.folder.c_str()) != 0) return errno;
  set_limits(prepared.plan);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  reset_signals();
  execve(prepared.plan.program.c_str(), prepared.arguments.data(), prepared.variables.data());
  return errno;
}

// vfork, since copying the tables of a large program's memory takes long. `error` is shared.
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

}  // namespace

Result<Child> Child::start(const ChildPlan& plan) {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) return fail(ErrorCode::io, "no pipe can be made for a job");
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  const int output = plan.output.empty() ? null : open_output(plan.output);
  if (output < 0) {
    for (const int one : {ends[0], ends[1], null}) close(one);
    return fail(ErrorCode::io, plan.output + " cannot be written for a job");
  }
  std::vector<std::string> words = {"whorl"};
  words.insert(words.end(), plan.arguments.begin(), plan.arguments.end());
  const std::vector<std::string> variables = environment(plan.folder);
  volatile int error = 0;
  const pid_t process =
      launch({plan, pointers(words), pointers(variables), null, output, ends[1], getpid()}, error);
  close(null);
  if (output != null) close(output);
  close(ends[1]);
  Child child(process, ends[0]);
  if (error == 0) return child;
  return fail(ErrorCode::io,
              plan.program + " cannot be run for a job: " + std::generic_category().message(error));
}

Child::Child(Child&& other) noexcept
    : process_(std::exchange(other.process_, 0)), stream_(std::exchange(other.stream_, -1)) {}

Child::~Child() {
  if (process_ > 0) {
    kill();
    wait();
  }
  if (stream_ >= 0) close(stream_);
}

std::optional<std::string> Child::told(std::chrono::milliseconds most) {
  pollfd ready{stream_, POLLIN, 0};
  if (poll(&ready, 1, static_cast<int>(most.count())) <= 0) return std::string();
  std::array<char, kMostTold> bytes;
  const ssize_t size = read(stream_, bytes.data(), bytes.size());
  if (size <= 0) return std::nullopt;
  return std::string(bytes.data(), static_cast<std::size_t>(size));
}

bool Child::follow(std::uint64_t seconds, const std::function<bool(const std::string&)>& goes_on) {
  constexpr auto kPause = std::chrono::milliseconds(100);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  bool late = false;
  while (const auto bytes = told(kPause)) {
    late = std::chrono::steady_clock::now() > deadline;
    if (!goes_on(*bytes) || late) kill();
  }
  return !late;
}

void Child::kill() const {
  if (process_ > 0) ::kill(-process_, SIGKILL);
}

int Child::wait() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  process_ = 0;
  return status;
}

}  // namespace whorl::serve
