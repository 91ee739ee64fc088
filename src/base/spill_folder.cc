#include "base/spill_folder.h"

#include <functional>

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

SpillFolder::~SpillFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Result<void> SpillFolder::create() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  return make_folder(path_);
}

}  // namespace whorl::internal::base
