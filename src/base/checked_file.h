// Checked files: blocks with a checksum each, read through one reader that trusts nothing. Format:
// docs/format.md, "Checked files".
//
// A file only grows: written bytes never change. The file's owner stores its length and the
// checksum of the last block, which is not full yet. So a reader that knows an earlier length can
// read while the file grows, and the file of a killed writer is cut back to the last stored length.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/hash128.h"

namespace whorl::internal::base {

inline constexpr std::size_t kCheckedBlock = 4096;  // bytes that share a checksum

// The identity of a file: the same bytes are invalid for another owner or another name.
struct FileIdentity {
  Hash128 owner;
  std::string name;
};

// The valid length of a file.
struct CheckedLength {
  std::uint64_t bytes = 0;  // as its reader sees it
  std::uint64_t tail = 0;   // checksum of the last block if that is not full
  bool operator==(const CheckedLength&) const = default;
};

class CheckedWriter final : public WritableFile {
 public:
  // A new file that replaces an existing one.
  static Result<std::unique_ptr<CheckedWriter>> create(FileSystem& file_system,
                                                       const FileSystem::Path& path,
                                                       const FileIdentity& identity);
  // Continues a file at an earlier length; the bytes after it are cut off. Fails if the file is
  // damaged before that length.
  static Result<std::unique_ptr<CheckedWriter>> resume(FileSystem& file_system,
                                                       const FileSystem::Path& path,
                                                       const FileIdentity& identity,
                                                       const CheckedLength& length);

  Result<void> append(std::span<const std::byte> bytes) override;
  Result<void> flush() override;
  Result<void> sync() override;
  // The length of all appended bytes; store it after sync() has returned.
  CheckedLength length() const;

 private:
  CheckedWriter(std::unique_ptr<WritableFile> file, std::uint64_t seed)
      : file_(std::move(file)), seed_(seed) {}
  // The last block, which is not full.
  std::span<const std::byte> block() const { return std::span(ahead_).subspan(begin_); }
  void end_block();
  Result<void> hand_on();

  std::unique_ptr<WritableFile> file_;
  std::uint64_t seed_;
  std::uint64_t blocks_ = 0;      // full ones
  std::vector<std::byte> ahead_;  // full blocks, each with its checksum, and the last one
  std::size_t begin_ = 0;         // beginning of the last block in it
  std::size_t handed_on_ = 0;     // bytes of it that are in the file
};

// A file of that length, readable from any thread. Blocks that do not match their checksum are
// refused.
Result<std::unique_ptr<ReadableFile>> read_checked(FileSystem& file_system,
                                                   const FileSystem::Path& path,
                                                   const FileIdentity& identity,
                                                   const CheckedLength& length);

}  // namespace whorl::internal::base
