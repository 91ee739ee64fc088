// A file written whole, packed by what its name ends with.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/new_file.h"

namespace whorl::internal::base {

// `.gz`, `.zst`, `.bz2` and `.xz` are packed, all else is written as it is; "-" is standard
// output. A file appears whole or not at all (base/new_file.h). The same bytes come out whenever
// and wherever they are written.
class CompressedFile {
 public:
  static Result<CompressedFile> open(FileSystem& file_system, const std::string& path);
  CompressedFile(CompressedFile&&) noexcept;
  CompressedFile& operator=(CompressedFile&&) noexcept;
  ~CompressedFile();

  Result<void> append(std::string_view bytes);
  // What follows is packed by itself, as each record of a web archive is: a reader can begin there.
  Result<void> begin_member();
  // All is on the disk when this returns, under another name; no more may be appended.
  Result<void> sync();
  // That name; empty where the file is written as it comes.
  FileSystem::Path draft() const { return file_ ? file_->draft() : FileSystem::Path(); }
  // All is on the disk and in its place when this returns.
  Result<void> finish();

 private:
  class Packer;
  CompressedFile();
  WritableFile& file();

  std::optional<NewFile> file_;  // none: standard output
  std::unique_ptr<WritableFile> standard_output_;
  std::unique_ptr<Packer> packer_;  // null: as it is
  bool begun_ = false;              // something was appended to the member
};

// The ending that says how a file is packed, ".gz"; empty where it is not.
std::string_view packed_ending(std::string_view path);

}  // namespace whorl::internal::base
