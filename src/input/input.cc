#include "input/input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/remote_name.h"
#include "base/try.h"

namespace whorl::internal::input {
namespace {

constexpr std::size_t kPiece = 1 << 12;

tl::unexpected<Error> system_failure(const char* what, int error) {
  return fail(ErrorCode::unreadable,
              std::string(what) + ": " + std::generic_category().message(error));
}

class FileInput final : public Input {
 public:
  explicit FileInput(OpenFile file)
      : descriptor_(std::move(file.descriptor)), size_(file.size), modified_(file.modified) {}

  Result<void> read(std::string& bytes, std::uint64_t total) override {
    bool more = read_promised(bytes, total);
    while (more && bytes.size() < total) more = read_piece(bytes, total);
    if (error_ != 0) return system_failure("cannot be read", error_);
    return {};
  }

  std::uint64_t promised_bytes() const override { return size_; }
  std::int64_t modified() const override { return modified_; }

 private:
  // Reads directly into `bytes`, up to the declared size. False at the end.
  bool read_promised(std::string& bytes, std::uint64_t total) {
    while (offset_ < size_ && bytes.size() < total) {
      const std::size_t before = bytes.size();
      const std::uint64_t want = std::min(total - before, size_ - offset_);
      bytes.resize(before + want);
      const std::size_t got = system_read(bytes.data() + before, want);
      bytes.resize(before + got);
      if (got == 0) return false;
    }
    return true;
  }

  // The declared size may be wrong: files of /proc have size 0, and growing files report too
  // little.
  bool read_piece(std::string& bytes, std::uint64_t total) {
    char piece[kPiece];
    const std::size_t got =
        system_read(piece, std::min<std::uint64_t>(total - bytes.size(), kPiece));
    bytes.append(piece, got);
    return got != 0;
  }

  // Returns the bytes read; 0 at the end and on errors.
  std::size_t system_read(char* out, std::size_t bytes) {
    ssize_t got;
    do {
      got = ::read(descriptor_.get(), out, bytes);
    } while (got < 0 && errno == EINTR);
    if (got < 0) error_ = errno;
    const auto taken = static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    offset_ += taken;
    return taken;
  }

  base::Descriptor descriptor_;
  std::uint64_t size_;
  std::int64_t modified_;
  std::uint64_t offset_ = 0;
  int error_ = 0;
};

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "is a folder";
  if (S_ISFIFO(mode)) return "is a pipe, not a file";
  if (S_ISSOCK(mode)) return "is a socket, not a file";
  return "is a device, not a file";
}

}  // namespace

Result<OpenFile> open_regular(const std::string& path) {
  base::Descriptor descriptor(
      open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC));
  if (descriptor.get() < 0) {
    // Neither a socket nor, with O_NOFOLLOW, a link can be opened.
    if (errno == ENXIO) return fail(ErrorCode::unreadable, kind_of(S_IFSOCK));
    const int error = errno;
    const std::string advice = base::advice_on_reading(path);
    if (!advice.empty()) return fail(ErrorCode::not_found, advice);
    return system_failure("cannot be opened", error);
  }
  struct stat status;
  if (fstat(descriptor.get(), &status) != 0) return system_failure("cannot be read", errno);
  if (!S_ISREG(status.st_mode)) return fail(ErrorCode::unreadable, kind_of(status.st_mode));
  return OpenFile{std::move(descriptor), static_cast<std::uint64_t>(status.st_size),
                  status.st_mtim.tv_sec};
}

Result<std::unique_ptr<Input>> open_file(const std::string& path) {
  WHORL_ASSIGN_OR_RETURN(OpenFile file, open_regular(path));
  return std::make_unique<FileInput>(std::move(file));
}

}  // namespace whorl::internal::input
