// ByteStream::open: reads files, and decompresses them.
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "base/remote_name.h"
#include "base/try.h"
#include "input/archives/byte_stream.h"
#include "input/archives/member_stream.h"

namespace whorl::internal::input {
namespace {

constexpr std::size_t kBlock = 1 << 18;

// Blocks of the file, unchanged.
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
    // A named pipe is opened even if no process writes to it yet.
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
  // Returns whole blocks also from a pipe, because the first block determines the format.
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

  // Waits until there are bytes, or the end.
  Result<void> wait() const {
    constexpr int kMilliseconds = 100;
    pollfd ready{file_, POLLIN, 0};
    while (::poll(&ready, 1, kMilliseconds) <= 0) {
      if (watch_.progress != nullptr && watch_.progress->cancelled()) {
        return fail(ErrorCode::cancelled, name_ + ": could not be read to its end");
      }
    }
    return {};
  }

  tl::unexpected<Error> broken() const {
    const int error = errno;
    const std::string advice = base::advice_on_reading(name_);
    if (!advice.empty()) return fail(ErrorCode::not_found, name_ + ": " + advice);
    return fail(ErrorCode::unreadable, name_ + ": cannot be read: " + std::strerror(error));
  }

  std::string name_;
  StreamWatch watch_;
  int file_ = -1;
  bool waits_ = false;  // a pipe, a terminal or a device
  std::vector<char> block_;
  std::string_view ahead_;
};

}  // namespace

Result<std::unique_ptr<ByteStream>> ByteStream::open(const std::string& path,
                                                     const StreamWatch& watch) {
  const std::string name = path == "-" ? "standard input" : path;
  auto file = std::make_unique<FileStream>(name, watch);
  WHORL_RETURN_IF_ERROR(file->start(path));
  auto decoder = decoder_for(path, file->first(), {watch.window_bytes});
  if (decoder == nullptr) return file;
  return unpack_members(std::move(file), name, std::move(decoder));
}

}  // namespace whorl::internal::input
