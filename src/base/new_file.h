// A file that appears whole or not at all.
#pragma once

#include <string_view>

#include "base/file_system.h"

namespace whorl::internal::base {

// Written under another name and put in its place when it is whole: what has the name is whole at
// any moment. What was not finished is removed with this.
class NewFile {
 public:
  // A file of a folder that one run writes to at a time: the draft that a killed run left behind is
  // written over.
  static Result<NewFile> open(FileSystem& file_system, const FileSystem::Path& path);
  // A file that a user named: several runs may write it, and the last one holds. A symbolic link
  // stays one; a device or a pipe is written as it comes. Drafts of it that killed runs left behind
  // are removed.
  static Result<NewFile> open_named(FileSystem& file_system, const FileSystem::Path& path);

  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&& other) noexcept;
  ~NewFile();

  Result<void> append(std::span<const std::byte> bytes) { return file_->append(bytes); }
  WritableFile& file() { return *file_; }
  // All is on the disk when this returns, under the other name still.
  Result<void> sync() { return file_->sync(); }
  // The other name; empty where the file is written as it comes.
  const FileSystem::Path& draft() const { return draft_; }
  // All is on the disk and in its place when this returns.
  Result<void> finish();

 private:
  NewFile(FileSystem& file_system, FileSystem::Path path, FileSystem::Path draft)
      : file_system_(&file_system), path_(std::move(path)), draft_(std::move(draft)) {}

  static Result<NewFile> open(FileSystem& file_system, const FileSystem::Path& path,
                              const FileSystem::Path& draft);

  FileSystem* file_system_;
  FileSystem::Path path_;
  FileSystem::Path draft_;  // empty: there is none, or none any more
  std::unique_ptr<WritableFile> file_;
};

// Atomically replaces the contents of the file `path`; they are on the disk when it returns. For
// files of a folder that one run writes to at a time.
Result<void> replace_file(FileSystem& file_system, const FileSystem::Path& path,
                          std::string_view contents);

}  // namespace whorl::internal::base
