#include "read/input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace whorl {
namespace {

constexpr std::uint64_t kGrowth = 1 << 20;

tl::unexpected<Error> system_failure(const char* what, int error) {
  return fail(ErrorCode::unreadable,
              std::string(what) + ": " + std::generic_category().message(error));
}

class FileInput final : public Input {
 public:
  FileInput(int descriptor, std::uint64_t size) : descriptor_(descriptor), size_(size) {}
  ~FileInput() override { close(descriptor_); }
  FileInput(const FileInput&) = delete;
  FileInput& operator=(const FileInput&) = delete;

  Result<void> read(std::string& bytes, std::uint64_t total) override {
    // The size is a promise: files of /proc say 0, growing ones too little.
    const std::uint64_t left = size_ > offset_ ? size_ - offset_ : 0;
    std::uint64_t want = std::min<std::uint64_t>(total - bytes.size(), left + 1);
    while (bytes.size() < total) {
      const std::size_t before = bytes.size();
      bytes.resize(before + want);
      const ssize_t got = ::read(descriptor_, bytes.data() + before, want);
      const int error = errno;
      bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
      if (got == 0) break;
      if (got < 0 && error != EINTR) return system_failure("cannot be read", error);
      offset_ += bytes.size() - before;
      want = std::min<std::uint64_t>(total - bytes.size(),
                                     size_ > offset_ ? size_ - offset_ : kGrowth);
    }
    return {};
  }

  std::uint64_t promised_bytes() const override { return size_; }

 private:
  int descriptor_;
  std::uint64_t size_;
  std::uint64_t offset_ = 0;
};

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "is a folder";
  if (S_ISFIFO(mode)) return "is a pipe, not a file";
  if (S_ISSOCK(mode)) return "is a socket, not a file";
  return "is a device, not a file";
}

}  // namespace

Result<std::unique_ptr<Input>> open_file(const std::string& path) {
  const int descriptor =
      open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) {
    // A socket cannot be opened, a link with O_NOFOLLOW neither.
    if (errno == ENXIO) return fail(ErrorCode::unreadable, kind_of(S_IFSOCK));
    return system_failure("cannot be opened", errno);
  }
  struct stat status;
  if (fstat(descriptor, &status) != 0) {
    const int error = errno;
    close(descriptor);
    return system_failure("cannot be read", error);
  }
  if (!S_ISREG(status.st_mode)) {
    close(descriptor);
    return fail(ErrorCode::unreadable, kind_of(status.st_mode));
  }
  return std::make_unique<FileInput>(descriptor, static_cast<std::uint64_t>(status.st_size));
}

}  // namespace whorl
