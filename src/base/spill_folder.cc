#include "base/spill_folder.h"

#include <fcntl.h>

#include <algorithm>
#include <functional>

#include "base/descriptor.h"
#include "base/folder.h"
#include "base/try.h"

namespace whorl::internal::base {
namespace {

// The first file in and the last one out, so that a folder which is not empty bears it always.
constexpr const char* kMark = ".whorl-spill";

Result<void> mark(const FileSystem::Path& folder) {
  const FileSystem::Path path = folder / kMark;
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  if (file.get() >= 0) return {};
  return fail(ErrorCode::io, path.string() + ": cannot be created");
}

}  // namespace

SpillFolder::SpillFolder(const FileSystem::Path& temporary, const FileSystem::Path& owner) {
  if (temporary.empty()) {
    path_ = owner / "spill";
    return;
  }
  std::error_code error;
  const FileSystem::Path whole = std::filesystem::weakly_canonical(owner, error);
  path_ = temporary / ("whorl-" + std::to_string(std::hash<std::string>()(whole.string())));
}

SpillFolder::~SpillFolder() {
  if (made_) remove_tree(path_, {{}, {kMark}});
}

Result<void> SpillFolder::create() {
  const std::vector<std::string> names = names_in(path_);
  if (std::ranges::find(names, kMark) != names.end()) {
    remove_tree(path_, {{}, {kMark}});
  } else if (!names.empty()) {
    return fail(ErrorCode::invalid_argument,
                path_.string() + ": is needed for what does not fit in memory, but holds '" +
                    names.front() +
                    "', which is not whorl's: move it, or name a folder with --tmp");
  }
  made_ = true;
  WHORL_RETURN_IF_ERROR(make_folder(path_));
  return mark(path_);
}

}  // namespace whorl::internal::base
