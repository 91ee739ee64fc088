#include "base/ownership/written_record.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/new_file.h"
#include "base/ownership/same_file.h"
#include "base/try.h"

namespace whorl::internal::base::ownership {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".whorl-output";
constexpr std::string_view kHead = "whorl-output/1";

// A file as the file system describes it.
struct Written {
  std::uint64_t bytes = 0;
  std::int64_t seconds = 0;  // time of its last change
  std::int64_t nanoseconds = 0;
  bool operator==(const Written&) const = default;
};

std::optional<Written> look_at(const fs::path& file) {
  struct stat about {};
  if (::stat(file.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  return Written{static_cast<std::uint64_t>(about.st_size), about.st_mtim.tv_sec,
                 about.st_mtim.tv_nsec};
}

fs::path record_of(const fs::path& file) {
  const fs::path whole = resolved(file);
  return whole.parent_path() / ("." + whole.filename().string() + std::string(kEnding));
}

// The latest one comes first.
std::vector<Written> kept_of(const fs::path& file) {
  std::vector<Written> kept;
  std::ifstream in = base::open_regular_file(record_of(file));
  std::string line;
  if (!std::getline(in, line) || line != kHead) return kept;
  Written one;
  while (in >> one.bytes >> one.seconds >> one.nanoseconds) kept.push_back(one);
  return kept;
}

// Without a stream, which would hide that memory ran out, and cut the line.
std::string line_of(const Written& written) {
  return std::to_string(written.bytes) + " " + std::to_string(written.seconds) + " " +
         std::to_string(written.nanoseconds) + "\n";
}

}  // namespace

bool is_as_written(const fs::path& file) {
  const std::optional<Written> found = look_at(file);
  const std::vector<Written> kept = kept_of(file);
  return found && std::ranges::find(kept, *found) != kept.end();
}

Result<void> keep_record(const fs::path& file, const fs::path& draft) {
  const std::optional<Written> now = look_at(draft);
  if (!now) return fail(ErrorCode::io, draft.string() + ": was deleted before it was complete");
  std::string text = std::string(kHead) + "\n" + line_of(*now);
  if (is_as_written(file)) text += line_of(*look_at(file));
  return base::replace_file(base::FileSystem::real(), record_of(file), text);
}

Result<void> finish_output(base::CompressedFile& file, const std::string& name) {
  WHORL_RETURN_IF_ERROR(file.sync());
  if (!file.draft().empty()) WHORL_RETURN_IF_ERROR(keep_record(name, file.draft()));
  return file.finish();
}

bool is_record_name(std::string_view name) {
  return name.starts_with('.') && name.ends_with(kEnding);
}

}  // namespace whorl::internal::base::ownership
