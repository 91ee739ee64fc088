#include "report/pending_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace whorl {
namespace {

constexpr std::size_t kBlock = 1 << 20;

// The file a symbolic link leads to, so that the link stays one.
std::string resolved(const std::string& path) {
  std::error_code error;
  const auto real = std::filesystem::canonical(path, error);
  return error ? path : real.string();
}

bool is_special(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
}

}  // namespace

PendingFile::PendingFile(std::string target, const Progress& progress)
    : target_(is_special(target) ? std::move(target) : resolved(target)), progress_(progress) {
  open();
}

PendingFile::~PendingFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!place_.empty() && place_ != target_) unlink(place_.c_str());
}

void PendingFile::open() {
  if (is_special(target_)) {
    place_ = target_;
    descriptor_ = ::open(place_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    const std::string name = fmt::format("{}.{}.part", target_, getpid());
    descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) place_ = name;
  }
  if (descriptor_ < 0) fail_with_errno("cannot be written");
}

void PendingFile::fail_with_errno(std::string_view what) {
  if (!status_) return;
  status_ = fail(ErrorCode::io, fmt::format("{} {}: {}", target_, what, std::strerror(errno)));
}

void PendingFile::put(std::string_view bytes) {
  if (!status_) return;
  buffer_ += bytes;
  if (buffer_.size() >= kBlock) flush();
}

void PendingFile::flush() {
  if (status_ && progress_.cancelled()) {
    status_ =
        fail(ErrorCode::cancelled, fmt::format("{}: stopped before it was complete", target_));
  }
  std::string_view rest = buffer_;
  while (status_ && !rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      fail_with_errno("cannot be written");
    }
  }
  buffer_.clear();
}

Result<void> PendingFile::finish() {
  flush();
  if (status_ && place_ != target_ && fsync(descriptor_) != 0) {
    fail_with_errno("cannot be flushed to the disk");
  }
  if (descriptor_ >= 0 && close(std::exchange(descriptor_, -1)) != 0) {
    fail_with_errno("cannot be written");
  }
  return status_;
}

Result<void> PendingFile::commit() {
  if (!status_ || place_ == target_) return status_;
  if (rename(place_.c_str(), target_.c_str()) != 0) {
    fail_with_errno("cannot be put into place");
  } else {
    place_.clear();
  }
  return status_;
}

}  // namespace whorl
