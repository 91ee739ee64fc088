#include "base/new_file.h"

#include <unistd.h>

#include <utility>

namespace whorl {
namespace {

namespace fs = std::filesystem;

fs::path with(fs::path path, const std::string& ending) { return path += ending; }

}  // namespace

Result<NewFile> NewFile::open(Disk& disk, const Disk::Path& path) {
  return open(disk, path, with(path, ".new"));
}

Result<NewFile> NewFile::open_named(Disk& disk, const Disk::Path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) return open(disk, path, {});
  const fs::path real = fs::canonical(path, error);
  const fs::path& target = error ? path : real;
  return open(disk, target, with(target, "." + std::to_string(::getpid()) + ".new"));
}

Result<NewFile> NewFile::open(Disk& disk, const Disk::Path& path, const Disk::Path& draft) {
  NewFile out(disk, path, draft);  // which removes the draft, should it come to that
  auto file = disk.write(draft.empty() ? path : draft);
  if (!file) return tl::unexpected(file.error());
  out.file_ = std::move(*file);
  return out;
}

NewFile::NewFile(NewFile&& other) noexcept
    : disk_(other.disk_),
      path_(std::move(other.path_)),
      draft_(std::exchange(other.draft_, {})),
      file_(std::move(other.file_)) {}

// What this held goes with `other`.
NewFile& NewFile::operator=(NewFile&& other) noexcept {
  std::swap(disk_, other.disk_);
  std::swap(path_, other.path_);
  std::swap(draft_, other.draft_);
  std::swap(file_, other.file_);
  return *this;
}

NewFile::~NewFile() {
  std::error_code ignored;
  if (!draft_.empty()) fs::remove(draft_, ignored);
}

Result<void> NewFile::finish() {
  if (auto synced = sync(); !synced || draft_.empty()) return synced;
  if (auto moved = disk_->move(draft_, path_); !moved) return moved;
  draft_.clear();
  return {};
}

}  // namespace whorl
