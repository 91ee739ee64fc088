// A file system that knows which of its files have bytes that are not yet on the disk.
#pragma once

#include <set>

#include "base/file_system.h"
#include "base/try.h"

namespace whorl::test {

class UnsyncedFiles final : public internal::base::FileSystem {
 public:
  Result<std::unique_ptr<internal::base::WritableFile>> write(const Path& path,
                                                              std::uint64_t keep) override {
    WHORL_ASSIGN_OR_RETURN(auto file, internal::base::FileSystem::real().write(path, keep));
    return std::make_unique<File>(std::move(file), path, names_);
  }
  Result<std::unique_ptr<internal::base::ReadableFile>> read(const Path& path) override {
    return internal::base::FileSystem::real().read(path);
  }

  // Files of a folder, without those of its subfolders.
  std::set<std::string> in(const Path& folder) const {
    std::set<std::string> found;
    for (const Path& path : names_) {
      if (path.parent_path() == folder) found.insert(path.filename());
    }
    return found;
  }

 private:
  class File final : public internal::base::WritableFile {
   public:
    File(std::unique_ptr<internal::base::WritableFile> file, Path path, std::set<Path>& unsynced)
        : file_(std::move(file)), path_(std::move(path)), unsynced_(unsynced) {}
    Result<void> append(std::span<const std::byte> bytes) override {
      if (!bytes.empty()) unsynced_.insert(path_);
      return file_->append(bytes);
    }
    Result<void> flush() override { return file_->flush(); }
    Result<void> sync() override {
      unsynced_.erase(path_);
      return file_->sync();
    }

   private:
    std::unique_ptr<internal::base::WritableFile> file_;
    Path path_;
    std::set<Path>& unsynced_;
  };

  std::set<Path> names_;
};

}  // namespace whorl::test
