// ByteStream::open: files as they stand, and what unpacks them.
#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "base/guard.h"
#include "base/try.h"
#include "read/byte_stream.h"
#include "read/gzip_stream.h"

namespace whorl::internal::read {
namespace {

constexpr std::size_t kBlock = 1 << 18;

// Blocks as they stand in the file.
class FileStream final : public ByteStream {
 public:
  FileStream(std::string name, const StreamWatch& watch)
      : name_(std::move(name)), watch_(watch), block_(kBlock) {}
  FileStream(const FileStream&) = delete;
  FileStream& operator=(const FileStream&) = delete;
  ~FileStream() override {
    if (file_ > STDIN_FILENO) ::close(file_);
  }

  // Reads the first block too. `path` "-" is standard input.
  Result<void> start(const std::string& path) {
    // A named pipe is opened whether or not somebody writes to it yet.
    constexpr int kHow = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
    file_ = path == "-" ? STDIN_FILENO : ::open(path.c_str(), kHow);
    struct stat about {};
    if (file_ < 0 || ::fstat(file_, &about) != 0) return broken();
    waits_ = !S_ISREG(about.st_mode);
    WHORL_ASSIGN_OR_RETURN(ahead_, fill());
    return {};
  }

  std::string_view first() const { return ahead_; }

  Result<std::string_view> next() override {
    if (!ahead_.empty()) return std::exchange(ahead_, {});
    return fill();
  }

 private:
  // Whole blocks also from a pipe, so that formats are known by the first.
  Result<std::string_view> fill() {
    std::size_t size = 0;
    while (size < kBlock) {
      if (waits_) WHORL_RETURN_IF_ERROR(wait());
      const ssize_t got = ::read(file_, block_.data() + size, kBlock - size);
      if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (got < 0) return broken();
      if (got == 0) break;
      size += static_cast<std::size_t>(got);
    }
    if (watch_.bytes != nullptr) *watch_.bytes += size;
    return std::string_view(block_.data(), size);
  }

  // Until there are bytes, or the end.
  Result<void> wait() const {
    constexpr int kMilliseconds = 100;
    pollfd ready{file_, POLLIN, 0};
    while (::poll(&ready, 1, kMilliseconds) <= 0) {
      if (watch_.progress != nullptr && watch_.progress->cancelled()) {
        return fail(ErrorCode::cancelled, name_ + ": was not read to its end");
      }
    }
    return {};
  }

  tl::unexpected<Error> broken() const {
    return fail(ErrorCode::unreadable, name_ + ": cannot be read: " + std::strerror(errno));
  }

  std::string name_;
  StreamWatch watch_;
  int file_ = -1;
  bool waits_ = false;  // a pipe, a terminal or a device
  std::vector<char> block_;
  std::string_view ahead_;
};

// What libarchive unpacks, or hands on as it is.
class ArchiveStream final : public ByteStream {
 public:
  ArchiveStream(std::unique_ptr<ByteStream> packed, std::string name)
      : packed_(std::move(packed)), name_(std::move(name)) {
    archive_read_support_filter_bzip2(archive_.get());
    archive_read_support_filter_xz(archive_.get());
    archive_read_support_filter_zstd(archive_.get());
    archive_read_support_format_raw(archive_.get());
    archive_read_support_format_empty(archive_.get());
  }

  Result<void> start() {
    archive_entry* entry = nullptr;
    const int opened = archive_read_open(archive_.get(), packed_.get(), nullptr, give, nullptr);
    if (opened != ARCHIVE_OK) return broken();
    const int status = archive_read_next_header(archive_.get(), &entry);
    if (status == ARCHIVE_EOF) ended_ = true;
    if (status < ARCHIVE_WARN) return broken();
    return {};
  }

  Result<std::string_view> next() override {
    if (ended_) return std::string_view();
    const void* data = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int status = archive_read_data_block(archive_.get(), &data, &size, &offset);
    ended_ = status == ARCHIVE_EOF || status < ARCHIVE_WARN;
    if (status < ARCHIVE_WARN) return broken();
    return ended_ ? std::string_view() : std::string_view(static_cast<const char*>(data), size);
  }

 private:
  struct Free {
    void operator()(archive* a) const { archive_read_free(a); }
  };

  static la_ssize_t give(archive* reader, void* packed, const void** block) {
    // libarchive, which is C, cannot pass an exception on.
    const auto bytes = base::guarded([&] { return static_cast<ByteStream*>(packed)->next(); });
    if (!bytes) {
      archive_set_error(reader, EIO, "%s", bytes.error().message.c_str());
      return -1;
    }
    *block = bytes->data();
    return static_cast<la_ssize_t>(bytes->size());
  }

  tl::unexpected<Error> broken() const {
    const char* why = archive_error_string(archive_.get());
    return fail(ErrorCode::unreadable,
                name_ + ": cannot be read: " + (why ? why : "unknown reason"));
  }

  std::unique_ptr<ByteStream> packed_;
  std::string name_;
  std::unique_ptr<archive, Free> archive_{archive_read_new()};
  bool ended_ = false;
};

}  // namespace

Result<std::unique_ptr<ByteStream>> ByteStream::open(const std::string& path,
                                                     const StreamWatch& watch) {
  const std::string name = path == "-" ? "standard input" : path;
  auto file = std::make_unique<FileStream>(name, watch);
  WHORL_RETURN_IF_ERROR(file->start(path));
  if (is_gzip(file->first())) return unpack_gzip(std::move(file), name);
  auto stream = std::make_unique<ArchiveStream>(std::move(file), name);
  WHORL_RETURN_IF_ERROR(stream->start());
  return stream;
}

}  // namespace whorl::internal::read
