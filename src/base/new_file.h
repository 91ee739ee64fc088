// A file that appears whole or not at all.
#pragma once

#include <string_view>

#include "base/file_system.h"

namespace whorl::internal::base {

// The file is written under another name and renamed when it is complete. So a file of the final
// name is complete at any moment. An unfinished file is removed with this object.
class NewFile {
 public:
  // For a file in a folder that only one run writes to at a time. Overwrites a draft that a killed
  // run left.
  static Result<NewFile> open(FileSystem& file_system, const FileSystem::Path& path);
  // For a file that a user named. Several runs may write it; the last one wins. A symbolic link
  // stays one; a device or a pipe is written directly. Removes drafts that killed runs left.
  static Result<NewFile> open_named(FileSystem& file_system, const FileSystem::Path& path);

  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&& other) noexcept;
  ~NewFile();

  Result<void> append(std::span<const std::byte> bytes) { return file_->append(bytes); }
  WritableFile& file() { return *file_; }
  // When this returns, all bytes are on the disk, still under the other name.
  Result<void> sync() { return file_->sync(); }
  // The other name; empty if the file is written directly.
  const FileSystem::Path& draft() const { return draft_; }
  // When this returns, all bytes are on the disk under the final name.
  Result<void> finish();

 private:
  NewFile(FileSystem& file_system, FileSystem::Path path, FileSystem::Path draft)
      : file_system_(&file_system), path_(std::move(path)), draft_(std::move(draft)) {}

  static Result<NewFile> open(FileSystem& file_system, const FileSystem::Path& path,
                              const FileSystem::Path& draft);

  FileSystem* file_system_;
  FileSystem::Path path_;
  FileSystem::Path draft_;  // empty if there is none, or if it was renamed
  std::unique_ptr<WritableFile> file_;
};

// Atomically replaces the contents of the file `path`; they are on the disk when it returns. For
// files of a folder that one run writes to at a time.
Result<void> replace_file(FileSystem& file_system, const FileSystem::Path& path,
                          std::string_view contents);

}  // namespace whorl::internal::base
