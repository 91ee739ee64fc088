// A folder for data that does not fit in memory. It is removed when the work is done.
#pragma once

#include <string>

#include "base/descriptor.h"
#include "base/file_system.h"

namespace whorl::internal::base {

class SpillFolder {
 public:
  explicit SpillFolder(FileSystem::Path path) : path_(std::move(path)) {}
  // In `temporary`, or in `owner` if that is empty. The folder's name contains the owner's name,
  // for example a store's. So the next run finds and removes a folder that a killed run left.
  SpillFolder(const FileSystem::Path& temporary, const FileSystem::Path& owner);
  SpillFolder(const SpillFolder&) = delete;
  SpillFolder& operator=(const SpillFolder&) = delete;
  ~SpillFolder();

  // Empties the folder, or makes it. Call this before path(). Refuses a folder that another run
  // uses, and a folder that has contents but no marker of an earlier run: it belongs to another
  // program.
  Result<void> create();
  const FileSystem::Path& path() const { return path_; }

 private:
  FileSystem::Path path_;
  Descriptor mark_;  // locked while it is open
};

}  // namespace whorl::internal::base
