#include "input/sandbox/child.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/child_process.h"
#include "base/descriptor.h"
#include "base/folder.h"
#include "base/go_on.h"
#include "base/try.h"
#include "input/sandbox/sandbox.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::input {
namespace {

constexpr rlim_t kFileBytes = 256u << 20;

tl::unexpected<Error> system_failure(const std::string& what, std::error_code error) {
  return fail(error == std::errc::no_such_file_or_directory ? ErrorCode::not_found : ErrorCode::io,
              what + ": " + error.message());
}

// A file that exists only in memory, positioned at its beginning.
Result<void> open_input(const std::string& bytes, base::Descriptor& out) {
  const auto failure = [] {
    return system_failure("cannot be passed to its converter", {errno, std::generic_category()});
  };
  out.reset(memfd_create("input", MFD_CLOEXEC));
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t wrote = write(out.get(), bytes.data() + done, bytes.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return failure();
    done += static_cast<std::size_t>(wrote);
  }
  if (lseek(out.get(), 0, SEEK_SET) != 0) return failure();
  return {};
}

Result<std::string> ended_well(int status, const std::string& name, std::string output) {
  if (WIFSIGNALED(status)) {
    return fail(ErrorCode::limit_exceeded, name + " reached a limit or crashed on it");
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
    // Skips relative folders: in the current folder, a program of that name may come from the
    // input.
    if (path[0] == '/' && end > 0 && access(path.c_str(), X_OK) == 0) return path;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return {};
}

Result<std::string> run_child(const std::vector<std::string>& command, const std::string& input,
                              const ChildLimits& limits, double* processor_seconds,
                              const Progress* progress) {
  const std::string program = find_program(command[0]);
  if (program.empty()) return fail(ErrorCode::not_found, "needs the program " + command[0]);
  base::Descriptor source;
  WHORL_RETURN_IF_ERROR(open_input(input, source));
  // For temporary files of the child.
  const auto made = base::TemporaryFolder::make("whorl.");
  const std::string folder = made ? made->path().string() : "";
  const base::Descriptor rules = landlock_rules(program, folder);
  const base::ChildPlan plan{.program = program,
                             .arguments = command,
                             .folder = folder,
                             .streams = {source.get(), -1, -1},
                             .memory_bytes = limits.memory_bytes,
                             .file_bytes = kFileBytes,
                             .processor_seconds = limits.seconds,
                             .before_program = [&] { confine(rules); }};
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2 * limits.seconds);
  std::string out;
  const auto end = base::run_child(plan, deadline, [&](std::string_view bytes) {
    out.append(bytes);
    return out.size() <= limits.output_bytes && base::go_on(progress);
  });
  if (!end) {
    return system_failure("cannot be converted, as " + command[0] + " cannot be run", end.error());
  }
  if (processor_seconds != nullptr) *processor_seconds += end->processor_seconds;
  WHORL_RETURN_IF_ERROR(base::go_on(progress));
  if (end->late) return fail(ErrorCode::limit_exceeded, "takes too long to convert");
  if (out.size() > limits.output_bytes) {
    return fail(ErrorCode::limit_exceeded, "contains more text than its converter may write");
  }
  return ended_well(end->status, command[0], std::move(out));
}

}  // namespace whorl::internal::input
