#include "base/spill_folder.h"

#include <functional>
#include <new>

namespace whorl {

SpillFolder::SpillFolder(const Disk::Path& temporary, const Disk::Path& owner) {
  if (temporary.empty()) {
    path_ = owner / "spill";
    return;
  }
  std::error_code error;
  const Disk::Path whole = std::filesystem::weakly_canonical(owner, error);
  path_ = temporary / ("whorl-" + std::to_string(std::hash<std::string>()(whole.string())));
}

// Without the memory to list what it holds, the folder stays until the next run.
SpillFolder::~SpillFolder() {
  std::error_code ignored;
  try {
    std::filesystem::remove_all(path_, ignored);
  } catch (const std::bad_alloc&) {
  }
}

Result<void> SpillFolder::create() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  return make_folder(path_);
}

}  // namespace whorl
