#include "base/new_file.h"

#include <utility>

#include "base/draft.h"
#include "base/try.h"

namespace whorl::internal::base {
namespace {

namespace fs = std::filesystem;

fs::path with(fs::path path, const std::string& ending) { return path += ending; }

}  // namespace

Result<NewFile> NewFile::open(FileSystem& file_system, const FileSystem::Path& path) {
  return open(file_system, path, with(path, ".new"));
}

Result<NewFile> NewFile::open_named(FileSystem& file_system, const FileSystem::Path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) return open(file_system, path, {});
  const fs::path real = fs::canonical(path, error);
  const fs::path& target = error ? path : real;
  remove_dead_drafts(target);
  return open(file_system, target, draft_of(target));
}

Result<NewFile> NewFile::open(FileSystem& file_system, const FileSystem::Path& path,
                              const FileSystem::Path& draft) {
  NewFile out(file_system, path, draft);  // removes the draft if opening fails
  WHORL_ASSIGN_OR_RETURN(out.file_, file_system.write(draft.empty() ? path : draft));
  return out;
}

NewFile::NewFile(NewFile&& other) noexcept
    : file_system_(other.file_system_),
      path_(std::move(other.path_)),
      draft_(std::exchange(other.draft_, {})),
      file_(std::move(other.file_)) {}

// The previous file of this object is removed with `other`.
NewFile& NewFile::operator=(NewFile&& other) noexcept {
  std::swap(file_system_, other.file_system_);
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
  WHORL_RETURN_IF_ERROR(file_system_->move(draft_, path_));
  draft_.clear();
  return {};
}

Result<void> replace_file(FileSystem& file_system, const FileSystem::Path& path,
                          std::string_view contents) {
  WHORL_ASSIGN_OR_RETURN(auto file, NewFile::open(file_system, path));
  WHORL_RETURN_IF_ERROR(file.append(std::as_bytes(std::span(contents))));
  return file.finish();
}

}  // namespace whorl::internal::base
