// `store.upgrade.json`: which files go once the manifest of the present format is there. It is
// written before that manifest and removed after them.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"

namespace whorl::internal::upgrade {

Result<void> save_journal(base::FileSystem& file_system, const base::FileSystem::Path& store,
                          const std::vector<std::string>& files);
// Removes the files that it lists, and then the journal; nothing where there is none.
Result<void> finish_journal(base::FileSystem& file_system, const base::FileSystem::Path& store);

}  // namespace whorl::internal::upgrade
