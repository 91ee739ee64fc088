#include "read/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/descriptor.h"
#include "base/go_on.h"
#include "base/try.h"
#include "read/child_process.h"

namespace whorl::internal::read {
namespace {

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

// A folder of the child's own for what it has to write on the way; removed with all it left.
class PrivateFolder {
 public:
  PrivateFolder() {
    const char* place = std::getenv("TMPDIR");
    std::string path = std::string(place == nullptr ? "/tmp" : place) + "/whorl.XXXXXX";
    if (mkdtemp(path.data()) != nullptr) path_ = std::move(path);
  }
  ~PrivateFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

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
  const PrivateFolder folder;
  plan.folder = folder.path();
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

}  // namespace whorl::internal::read
