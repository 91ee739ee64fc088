#include "run_program.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

namespace whorl::test {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

[[noreturn]] void become_program(const Run& run, const fs::path& out, const fs::path& err) {
  if (!run.input.empty() && std::freopen(run.input.c_str(), "r", stdin) == nullptr) _exit(127);
  if (std::freopen(out.c_str(), "w", stdout) == nullptr) _exit(127);
  if (std::freopen(err.c_str(), "w", stderr) == nullptr) _exit(127);
  if (!run.folder.empty() && chdir(run.folder.c_str()) != 0) _exit(127);
  std::vector<char*> arguments = {const_cast<char*>(WHORL_PROGRAM)};
  for (const std::string& argument : run.arguments) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  execv(WHORL_PROGRAM, arguments.data());
  _exit(127);
}

// A script starts background tests with Ctrl-C ignored. The child gets the default action instead,
// so that a signal works even before the program starts.
pid_t fork_that_heeds_interrupts() {
  const auto before = signal(SIGINT, SIG_DFL);
  const pid_t child = fork();
  if (child != 0) signal(SIGINT, before);
  return child;
}

}  // namespace

Outcome run(const Run& run) {
  const TemporaryFolder streams;
  const fs::path out = streams.path() / "out";
  const fs::path err = streams.path() / "err";
  const pid_t child = fork_that_heeds_interrupts();
  if (child == 0) become_program(run, out, err);
  if (run.signal != 0) {
    std::this_thread::sleep_for(run.after);
    kill(child, run.signal);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), contents(out),
          contents(err)};
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "whorl-cli-XXXXXX").string();
  path_ = mkdtemp(name.data());
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

void TemporaryFolder::write(const std::string& name, const std::string& text) const {
  fs::create_directories((path_ / name).parent_path());
  std::ofstream(path_ / name, std::ios::binary) << text;
}

std::string TemporaryFolder::read(const std::string& name) const { return contents(path_ / name); }

std::set<std::string> TemporaryFolder::files() const {
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(path_)) {
    names.insert(fs::relative(entry.path(), path_).string());
  }
  return names;
}

}  // namespace whorl::test
