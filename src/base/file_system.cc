#include "base/file_system.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/try.h"

namespace whorl::internal::base {
namespace {

tl::unexpected<Error> fail_errno(ErrorCode code, const FileSystem::Path& path, const char* verb) {
  const bool full = errno == ENOSPC || errno == EDQUOT;
  const std::string why = full ? "the disk is full; free some space and run the command again"
                               : std::string(std::strerror(errno));
  return fail(full ? ErrorCode::disk_full : code, path.string() + ": cannot " + verb + ": " + why);
}

// A device or a pipe, which takes bytes and has no length.
bool is_stream(int file) {
  struct stat about {};
  return ::fstat(file, &about) == 0 && !S_ISREG(about.st_mode);
}

class PosixWriter : public WritableFile {
 public:
  PosixWriter(FileSystem::Path path, Descriptor file)
      : path_(std::move(path)), file_(std::move(file)) {}

  Result<void> append(std::span<const std::byte> bytes) override {
    if (buffer_.size() + bytes.size() > kBuffer) {
      WHORL_RETURN_IF_ERROR(flush());
    }
    if (bytes.size() > kBuffer) return write_through(bytes);
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
    return {};
  }

  Result<void> flush() override {
    auto written = write_through(buffer_);
    buffer_.clear();
    return written;
  }

  Result<void> sync() override {
    WHORL_RETURN_IF_ERROR(flush());
    if (!is_stream(file_.get()) && ::fdatasync(file_.get()) != 0) {
      return fail_errno(ErrorCode::io, path_, "write to the disk");
    }
    return {};
  }

 private:
  static constexpr std::size_t kBuffer = 1 << 18;

  Result<void> write_through(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return fail_errno(ErrorCode::io, path_, "write");
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
  }

  FileSystem::Path path_;
  Descriptor file_;
  std::vector<std::byte> buffer_;
};

class ScratchWriter final : public PosixWriter {
 public:
  using PosixWriter::PosixWriter;
  Result<void> sync() override { return flush(); }
};

class PosixReader final : public ReadableFile {
 public:
  PosixReader(FileSystem::Path path, Descriptor file, std::uint64_t size)
      : path_(std::move(path)), file_(std::move(file)), size_(size) {}

  Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> buffer) const override {
    const auto got = read_at(file_.get(), offset, buffer);
    if (!got) return fail_errno(ErrorCode::unreadable, path_, "read");
    return *got;
  }

  std::uint64_t size() const override { return size_; }

 private:
  FileSystem::Path path_;
  Descriptor file_;
  std::uint64_t size_;
};

template <class Writer>
class PosixFileSystem final : public FileSystem {
 public:
  Result<std::unique_ptr<WritableFile>> write(const Path& path, std::uint64_t keep) override {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    struct stat about {};
    if (file.get() < 0 || ::fstat(file.get(), &about) != 0) {
      return fail_errno(ErrorCode::io, path, "create");
    }
    if (S_ISREG(about.st_mode)) WHORL_RETURN_IF_ERROR(cut(file, about, path, keep));
    return std::make_unique<Writer>(path, std::move(file));
  }

  Result<std::unique_ptr<ReadableFile>> read(const Path& path) override {
    // O_NONBLOCK: opening a pipe would block until a process writes to it.
    Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    struct stat about {};
    if (file.get() < 0 || ::fstat(file.get(), &about) != 0) {
      return fail_errno(errno == ENOENT ? ErrorCode::not_found : ErrorCode::unreadable, path,
                        "open");
    }
    if (!S_ISREG(about.st_mode)) {
      return fail(ErrorCode::unreadable, path.string() + ": is not a regular file");
    }
    return std::make_unique<PosixReader>(path, std::move(file),
                                         static_cast<std::uint64_t>(about.st_size));
  }

 private:
  static Result<void> cut(const Descriptor& file, const struct stat& about, const Path& path,
                          std::uint64_t keep) {
    if (static_cast<std::uint64_t>(about.st_size) < keep) {
      return fail(ErrorCode::corrupt,
                  path.string() + ": is shorter than at the last step; it has lost bytes");
    }
    // A cut to the same length would make some file systems write the file to the disk on close.
    if (static_cast<std::uint64_t>(about.st_size) == keep) return {};
    if (::ftruncate(file.get(), static_cast<off_t>(keep)) == 0) return {};
    return fail_errno(ErrorCode::io, path, "cut");
  }
};

Result<void> sync_directory(const FileSystem::Path& path) {
  Descriptor directory(
      ::open(path.empty() ? "." : path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() < 0 || ::fsync(directory.get()) != 0) {
    return fail_errno(ErrorCode::io, path.empty() ? "." : path, "write to the disk");
  }
  return {};
}

}  // namespace

Result<void> FileSystem::move(const Path& from, const Path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return fail_errno(ErrorCode::io, to, "rename");
  return sync_directory(to.parent_path());
}

FileSystem& FileSystem::real() {
  static PosixFileSystem<PosixWriter> file_system;
  return file_system;
}

FileSystem& FileSystem::scratch() {
  static PosixFileSystem<ScratchWriter> file_system;
  return file_system;
}

Result<void> make_folder(const FileSystem::Path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error) return {};
  return fail(ErrorCode::io, path.string() + ": cannot be created: " + error.message());
}

Result<std::string> read_all(FileSystem& file_system, const FileSystem::Path& path,
                             std::uint64_t limit) {
  WHORL_ASSIGN_OR_RETURN(auto file, file_system.read(path));
  if (file->size() > limit) {
    return fail(ErrorCode::limit_exceeded,
                path.string() + ": larger than the " + std::to_string(limit) + " bytes allowed");
  }
  std::string contents(file->size(), '\0');
  WHORL_ASSIGN_OR_RETURN(auto got, file->read(0, std::as_writable_bytes(std::span(contents))));
  contents.resize(got);
  return contents;
}

}  // namespace whorl::internal::base
