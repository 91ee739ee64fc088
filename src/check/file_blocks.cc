#include "check/file_blocks.h"

#include <algorithm>
#include <vector>

#include "base/try.h"
#include "check/contents.h"

namespace whorl::internal::check {
namespace {

constexpr std::size_t kWindow = 256 * base::kCheckedBlock;

bool is_damage(const Error& error) {
  return error.code == ErrorCode::corrupt || error.code == ErrorCode::unreadable;
}

// Reads a file part by part, and those that are not good block by block.
class BlockReader {
 public:
  BlockReader(const base::ReadableFile& file, base::FileSystem::Path path)
      : file_(file), path_(std::move(path)) {}

  Result<void> read(std::uint64_t offset, std::size_t bytes) {
    buffer_.resize(bytes);
    const auto got = file_.read(offset, buffer_);
    if (got) return {};
    if (!is_damage(got.error())) return tl::unexpected(got.error());
    if (bytes <= base::kCheckedBlock) {
      if (bad_++ == 0) what_ = what_of(got.error(), path_);
      return {};
    }
    for (std::size_t at = 0; at < bytes; at += base::kCheckedBlock) {
      WHORL_RETURN_IF_ERROR(read(offset + at, std::min(bytes - at, base::kCheckedBlock)));
    }
    return {};
  }

  std::optional<std::string> damage() const {
    if (bad_ == 0) return std::nullopt;
    return bad_ == 1 ? what_ : what_ + ", as have " + std::to_string(bad_ - 1) + " more";
  }

 private:
  const base::ReadableFile& file_;
  base::FileSystem::Path path_;
  std::vector<std::byte> buffer_;
  std::uint64_t bad_ = 0;
  std::string what_;  // of the first
};

}  // namespace

std::string what_of(const Error& error, const base::FileSystem::Path& path) {
  std::string what = error.message;
  const std::string place = path.string() + ": ";
  if (what.starts_with(place)) what.erase(0, place.size());
  return what.substr(0, what.find("; "));
}

Result<std::optional<std::string>> damage_of(const store::StoreFiles& files,
                                             const std::string& name, Progress& progress) {
  const base::FileSystem::Path path = files.folder() / files.table().files.at(name).name;
  const auto opened = files.read(name);
  if (!opened) {
    if (!is_damage(opened.error())) return tl::unexpected(opened.error());
    return what_of(opened.error(), path);
  }
  BlockReader reader(**opened, path);
  const std::uint64_t size = (*opened)->size();
  for (std::uint64_t at = 0; at < size; at += kWindow) {
    const std::size_t bytes = std::min<std::uint64_t>(kWindow, size - at);
    WHORL_RETURN_IF_ERROR(go_on(progress));
    WHORL_RETURN_IF_ERROR(reader.read(at, bytes));
    progress.advance(bytes);
  }
  return reader.damage();
}

}  // namespace whorl::internal::check
