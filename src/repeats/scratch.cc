#include "repeats/scratch.h"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/file_system.h"
#include "base/try.h"

namespace whorl::internal::repeats {
namespace {

namespace fs = std::filesystem;

// Not beside a pipe or a device.
bool has_room_beside(const std::string& output) {
  if (output == "-") return false;
  std::error_code error;
  const fs::file_status status = fs::status(output, error);
  return !fs::exists(status) || fs::is_regular_file(status) || fs::is_directory(status);
}

Result<fs::path> new_folder(const std::string& temporary) {
  if (!temporary.empty()) WHORL_RETURN_IF_ERROR(base::make_folder(temporary));
  const fs::path parent = temporary.empty() ? fs::temp_directory_path() : fs::path(temporary);
  std::string name = (parent / "whorl-passages.XXXXXX").string();
  if (::mkdtemp(name.data()) != nullptr) return fs::path(name);
  return fail(ErrorCode::io, name + ": cannot be made: " + std::strerror(errno));
}

}  // namespace

Result<Scratch> Scratch::make(const std::string& output, const std::string& temporary) {
  std::unique_ptr<base::SpillFolder> folder;
  if (!has_room_beside(output)) {
    WHORL_ASSIGN_OR_RETURN(auto path, new_folder(temporary));
    folder = std::make_unique<base::SpillFolder>(path);
  } else if (temporary.empty()) {
    folder = std::make_unique<base::SpillFolder>(base::FileSystem::Path(output + ".spill"));
  } else {
    folder = std::make_unique<base::SpillFolder>(temporary, output);
  }
  WHORL_RETURN_IF_ERROR(folder->create());
  return Scratch(std::move(folder));
}

}  // namespace whorl::internal::repeats
