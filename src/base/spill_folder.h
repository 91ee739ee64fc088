// A folder for what does not fit in memory, removed when the work is done.
#pragma once

#include <string>

#include "base/descriptor.h"
#include "base/file_system.h"

namespace whorl::internal::base {

class SpillFolder {
 public:
  explicit SpillFolder(FileSystem::Path path) : path_(std::move(path)) {}
  // In `temporary`, or in `owner` itself where that is empty. The owner's name, a store's say,
  // makes the folder's: what a killed run left behind is found and removed by the next.
  SpillFolder(const FileSystem::Path& temporary, const FileSystem::Path& owner);
  SpillFolder(const SpillFolder&) = delete;
  SpillFolder& operator=(const SpillFolder&) = delete;
  ~SpillFolder();

  // Empties the folder, or makes it. To be called before the path is used. Refuses a folder that
  // another run works in, and one that holds anything but bears no mark of an earlier run: it is
  // somebody else's.
  Result<void> create();
  const FileSystem::Path& path() const { return path_; }

 private:
  FileSystem::Path path_;
  Descriptor mark_;  // locked while it is open
};

}  // namespace whorl::internal::base
