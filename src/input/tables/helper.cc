#include "input/tables/helper.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/child_process.h"
#include "base/descriptor.h"
#include "base/go_on.h"
#include "base/json.h"
#include "input/sandbox/child.h"
#include "input/sandbox/sandbox.h"

namespace whorl::internal::input {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* kModule = "whorl._tables";
constexpr int kProtocol = 1;

// Limits of the helper: pyarrow's reservations and a row group need memory; the slowest codec needs
// time.
constexpr std::uint64_t kMemoryBytes = 4ull << 30;
constexpr std::uint64_t kMemoryTimes = 4;  // the size of the file
constexpr std::uint64_t kSeconds = 60;
constexpr std::uint64_t kBytesPerSecond = 256 << 10;

std::vector<std::string> variables() {
  const char* path = std::getenv("PYTHONPATH");
  if (path == nullptr) return {};
  return {std::string("PYTHONPATH=") + path, "PYTHONDONTWRITEBYTECODE=1"};
}

// `python` next to this program, or in the environment that contains its package.
std::vector<std::string> pythons_of_this_program() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  std::vector<std::string> found;
  if (error) return found;
  found.push_back(program.parent_path() / "python");
  for (fs::path folder = program.parent_path(); folder.has_relative_path();
       folder = folder.parent_path()) {
    if (folder.filename() == "site-packages") {  // of ENVIRONMENT/lib/python3.12/site-packages
      found.push_back(folder.parent_path().parent_path().parent_path() / "bin" / "python");
    }
  }
  return found;
}

std::vector<std::string> pythons() {
  std::vector<std::string> found = pythons_of_this_program();
  if (const char* named = std::getenv("WHORL_PYTHON")) {
    const std::string name = named;
    found.push_back(name.find('/') == name.npos ? find_program(name) : name);
  }
  found.push_back(find_program("python3"));
  std::erase_if(found, [](const std::string& path) {
    return path.empty() || ::access(path.c_str(), X_OK) != 0;
  });
  return found;
}

// The output of `about`; a discarded value if there is no package.
nlohmann::json ask_about(const std::string& python) {
  constexpr std::size_t kMostBytes = 1 << 20;
  const base::ChildPlan plan{.program = python,
                             .arguments = {python, "-P", "-m", kModule, "about"},
                             .variables = variables()};
  std::string printed;
  const auto end =
      base::run_child(plan, Clock::now() + std::chrono::minutes(1), [&](std::string_view bytes) {
        printed.append(bytes);
        return printed.size() <= kMostBytes;
      });
  if (!end || end->status != 0) return nlohmann::json(nlohmann::json::value_t::discarded);
  return base::parse_json(printed);
}

tl::unexpected<Error> missing(const std::string& what) { return fail(ErrorCode::not_found, what); }

Result<ParquetHelper> check(const std::string& python, const nlohmann::json& about) {
  const std::string version = about.value("version", "");
  if (version != WHORL_VERSION || about.value("protocol", 0) != kProtocol) {
    return missing("Parquet needs the Python package in version " WHORL_VERSION ", and " + python +
                   " has " + version + ": " + python +
                   " -m pip install 'whorl[parquet]==" + WHORL_VERSION "'");
  }
  if (!about.contains("pyarrow") || about["pyarrow"].is_null()) {
    return missing("Parquet needs pyarrow: " + python + " -m pip install pyarrow");
  }
  ParquetHelper helper{python, {}};
  for (const nlohmann::json& folder : about["read"]) helper.readable.push_back(folder);
  return helper;
}

// The first usable one, else the error of the first that has the package.
Result<ParquetHelper> look_for_helper() {
  std::optional<Result<ParquetHelper>> wrong;
  for (const std::string& python : pythons()) {
    const nlohmann::json about = ask_about(python);
    if (!about.is_object()) continue;
    Result<ParquetHelper> found = check(python, about);
    if (found) return found;
    if (!wrong) wrong = std::move(found);
  }
  if (wrong) return *std::move(wrong);
  return missing("Parquet needs the Python package: pipx install 'whorl[parquet]'");
}

// The last line of the helper's error output.
std::string last_line(int file) {
  std::array<char, 4096> bytes;
  const off_t size = ::lseek(file, 0, SEEK_END);
  const off_t begin = std::max<off_t>(0, size - static_cast<off_t>(bytes.size()));
  const ssize_t got = ::pread(file, bytes.data(), bytes.size(), begin);
  std::string_view text(bytes.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
  while (text.ends_with('\n')) text.remove_suffix(1);
  return std::string(text.substr(text.rfind('\n') + 1));
}

Result<void> ended_well(const base::ChildEnd& end, int errors) {
  if (WIFSIGNALED(end.status)) {
    return fail(ErrorCode::limit_exceeded,
                "the Python package was stopped by a limit of time or memory, or crashed on it");
  }
  if (WEXITSTATUS(end.status) == 0) return {};
  const std::string why = last_line(errors);
  return fail(ErrorCode::corrupt, why.empty() ? "the Python package cannot read it" : why);
}

}  // namespace

Result<ParquetHelper> parquet_helper() {
  static const Result<ParquetHelper> helper = look_for_helper();
  return helper;
}

Result<void> run_parquet_helper(const ParquetHelper& helper, const HelperRun& run,
                                const std::function<bool(std::string_view)>& take) {
  const base::Descriptor errors(memfd_create("errors", MFD_CLOEXEC));
  const base::Descriptor rules = landlock_rules(helper.python, run.folder, helper.readable);
  std::vector<std::string> arguments = {helper.python, "-P", "-m", kModule};
  arguments.insert(arguments.end(), run.arguments.begin(), run.arguments.end());
  const base::ChildPlan plan{.program = helper.python,
                             .arguments = std::move(arguments),
                             .folder = run.folder,
                             .variables = variables(),
                             .streams = {run.file, -1, errors.get()},
                             .memory_bytes = kMemoryBytes + kMemoryTimes * run.file_bytes,
                             .processor_seconds = kSeconds + run.file_bytes / kBytesPerSecond,
                             .before_program = [&] { confine(rules); }};
  bool stopped = false;
  // The helper may wait for this process without limit: only its processor time is limited.
  const auto end = base::run_child(plan, Clock::time_point::max(), [&](std::string_view bytes) {
    stopped = !take(bytes);
    return !stopped;
  });
  if (!end) {
    return fail(ErrorCode::io, helper.python + " cannot be run: " + end.error().message());
  }
  if (stopped) return base::stopped();
  return ended_well(*end, errors.get());
}

}  // namespace whorl::internal::input
