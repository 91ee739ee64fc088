// Files that prove themselves: blocks with a checksum each, read through one reader that trusts
// nothing. Format: docs/format.md, "Checked files".
//
// A file only ever grows: what was written is never written again. The checksum of the last block,
// which is not full yet, is kept by the file's owner together with its length. So a reader that
// knows an earlier length reads on while the file grows, and a writer that was killed is cut back
// to the last length that was kept.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/hash128.h"

namespace whorl::internal::base {

inline constexpr std::size_t kCheckedBlock = 4096;  // bytes that have a checksum in common

// Whose file it is: the same bytes are no file of another owner or of another name.
struct FileIdentity {
  Hash128 owner;
  std::string name;
};

// How far a file is good.
struct CheckedLength {
  std::uint64_t bytes = 0;  // as its reader sees it
  std::uint64_t tail = 0;   // checksum of the last block where that is not full
  bool operator==(const CheckedLength&) const = default;
};

class CheckedWriter final : public WritableFile {
 public:
  // A new file in the place of what is there.
  static Result<std::unique_ptr<CheckedWriter>> create(FileSystem& file_system,
                                                       const FileSystem::Path& path,
                                                       const FileIdentity& identity);
  // Continues a file at a length it has had; what comes after is cut off. Fails where the file is
  // not good up to there.
  static Result<std::unique_ptr<CheckedWriter>> resume(FileSystem& file_system,
                                                       const FileSystem::Path& path,
                                                       const FileIdentity& identity,
                                                       const CheckedLength& length);

  Result<void> append(std::span<const std::byte> bytes) override;
  Result<void> flush() override;
  Result<void> sync() override;
  // Of all that was appended; to be kept once sync() has returned.
  CheckedLength length() const;

 private:
  CheckedWriter(std::unique_ptr<WritableFile> file, std::uint64_t seed)
      : file_(std::move(file)), seed_(seed) {}
  // The last block, not full.
  std::span<const std::byte> block() const { return std::span(ahead_).subspan(begin_); }
  void end_block();
  Result<void> hand_on();

  std::unique_ptr<WritableFile> file_;
  std::uint64_t seed_;
  std::uint64_t blocks_ = 0;      // full ones
  std::vector<std::byte> ahead_;  // full blocks, each with its checksum, and the last one
  std::size_t begin_ = 0;         // in it, of the last block
  std::size_t handed_on_ = 0;     // bytes of it that the file has
};

// A file of that length, read from any thread. What does not fit its checksum is refused.
Result<std::unique_ptr<ReadableFile>> read_checked(FileSystem& file_system,
                                                   const FileSystem::Path& path,
                                                   const FileIdentity& identity,
                                                   const CheckedLength& length);

}  // namespace whorl::internal::base
