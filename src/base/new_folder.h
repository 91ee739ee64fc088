// A folder that goes again where nothing comes into it.
#pragma once

#include "base/file_system.h"

namespace whorl::internal::base {

class NewFolder {
 public:
  explicit NewFolder(FileSystem::Path path) : path_(std::move(path)) {}
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  // Removes the folder if this made it and it is empty.
  ~NewFolder() {
    std::error_code ignored;
    if (made_) std::filesystem::remove(path_, ignored);
  }

  // Makes the folder and those above it, where they are not there.
  Result<void> make() {
    std::error_code error;
    if (std::filesystem::is_directory(path_, error)) return {};
    auto made = make_folder(path_);
    made_ = made.has_value();
    return made;
  }

 private:
  FileSystem::Path path_;
  bool made_ = false;
};

}  // namespace whorl::internal::base
