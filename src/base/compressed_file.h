// A file that is written as a whole; the ending of its name determines the compression.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/new_file.h"

namespace whorl::internal::base {

// `.gz`, `.zst`, `.bz2` and `.xz` are compressed, all others are written unchanged; "-" is standard
// output. A file appears whole or not at all (base/new_file.h). The output has the same bytes on
// every machine and at any time.
class CompressedFile {
 public:
  static Result<CompressedFile> open(FileSystem& file_system, const std::string& path);
  CompressedFile(CompressedFile&&) noexcept;
  CompressedFile& operator=(CompressedFile&&) noexcept;
  ~CompressedFile();

  Result<void> append(std::string_view bytes);
  // Further bytes are compressed separately, like each record of a web archive: a reader can begin
  // there.
  Result<void> begin_member();
  // When this returns, all is on the disk, under another name; no more may be appended.
  Result<void> sync();
  // The other name; empty if the file is written directly.
  FileSystem::Path draft() const { return file_ ? file_->draft() : FileSystem::Path(); }
  // When this returns, all is on the disk under the final name.
  Result<void> finish();

 private:
  class Packer;
  CompressedFile();
  WritableFile& file();

  std::optional<NewFile> file_;  // none for standard output
  std::unique_ptr<WritableFile> standard_output_;
  std::unique_ptr<Packer> packer_;  // null if not compressed
  bool begun_ = false;              // something was appended to the member
};

// The ending that determines the compression, ".gz"; empty if there is none.
std::string_view packed_ending(std::string_view path);

}  // namespace whorl::internal::base
