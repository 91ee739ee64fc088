#include "base/spill_folder.h"

#include <functional>

#include "base/folder.h"

namespace whorl::internal::base {

SpillFolder::SpillFolder(const FileSystem::Path& temporary, const FileSystem::Path& owner) {
  if (temporary.empty()) {
    path_ = owner / "spill";
    return;
  }
  std::error_code error;
  const FileSystem::Path whole = std::filesystem::weakly_canonical(owner, error);
  path_ = temporary / ("whorl-" + std::to_string(std::hash<std::string>()(whole.string())));
}

SpillFolder::~SpillFolder() { remove_tree(path_); }

Result<void> SpillFolder::create() {
  remove_tree(path_);
  return make_folder(path_);
}

}  // namespace whorl::internal::base
