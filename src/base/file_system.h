// FileSystem: whole files written in order and read through windows; every failure is a Result.
//
// Jobs that keep stores take a FileSystem, so that a test can pass one that fails: a full disk, a
// read error. `FileSystem::real()` is the operating system's. Reading uses pread, never a mapping:
// a file that is cut under a mapping would kill the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "whorl/result.h"

namespace whorl::internal::base {

class WritableFile {
 public:
  virtual ~WritableFile() = default;
  // May buffer bytes until flush(); bytes that were never flushed are lost.
  virtual Result<void> append(std::span<const std::byte> bytes) = 0;
  // Passes appended bytes to the operating system, so that readers see them.
  virtual Result<void> flush() = 0;
  // Flushes, and waits until all is on the disk.
  virtual Result<void> sync() = 0;
};

class ReadableFile {
 public:
  virtual ~ReadableFile() = default;
  // Reads up to buffer.size() bytes at `offset`; fewer only at the end of the file.
  virtual Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> buffer) const = 0;
  virtual std::uint64_t size() const = 0;
};

class FileSystem {
 public:
  using Path = std::filesystem::path;
  virtual ~FileSystem() = default;
  // A new file, or an old one cut to `keep` bytes and continued; fails if it has fewer.
  virtual Result<std::unique_ptr<WritableFile>> write(const Path& path, std::uint64_t keep = 0) = 0;
  virtual Result<std::unique_ptr<ReadableFile>> read(const Path& path) = 0;
  // Atomically replaces `to` by the file `from`, which is complete and on the disk.
  Result<void> move(const Path& from, const Path& to);

  static FileSystem& real();
  // The same for files that no later process reads: sync() flushes, and does not wait for the disk.
  // That wait takes seconds for large files and cannot be cancelled.
  static FileSystem& scratch();
};

// Makes the folder and its parents, if they do not exist.
Result<void> make_folder(const FileSystem::Path& path);

// The whole of a file; fails if it has more than `limit` bytes.
Result<std::string> read_all(FileSystem& file_system, const FileSystem::Path& path,
                             std::uint64_t limit);

}  // namespace whorl::internal::base
