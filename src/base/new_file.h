// A file that appears whole or not at all.
#pragma once

#include "base/disk.h"

namespace whorl {

// Written under another name and put in its place when it is whole: what has the name is whole at
// any moment. What was not finished is removed with this.
class NewFile {
 public:
  // A file of a folder that one run writes to at a time: the draft that a killed run left behind is
  // written over.
  static Result<NewFile> open(Disk& disk, const Disk::Path& path);
  // A file that a user named: several runs may write it, and the last one holds. A symbolic link
  // stays one; a device or a pipe is written as it comes.
  static Result<NewFile> open_named(Disk& disk, const Disk::Path& path);

  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&& other) noexcept;
  ~NewFile();

  Result<void> append(std::span<const std::byte> bytes) { return file_->append(bytes); }
  WritableFile& file() { return *file_; }
  // All is on the disk when this returns, under the other name still.
  Result<void> sync() { return file_->sync(); }
  // All is on the disk and in its place when this returns.
  Result<void> finish();

 private:
  NewFile(Disk& disk, Disk::Path path, Disk::Path draft)
      : disk_(&disk), path_(std::move(path)), draft_(std::move(draft)) {}

  static Result<NewFile> open(Disk& disk, const Disk::Path& path, const Disk::Path& draft);

  Disk* disk_;
  Disk::Path path_;
  Disk::Path draft_;  // empty: there is none, or none any more
  std::unique_ptr<WritableFile> file_;
};

}  // namespace whorl
