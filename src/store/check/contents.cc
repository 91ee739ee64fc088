#include "store/check/contents.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/try.h"
#include "store/check/words.h"
#include "store/store_files.h"
#include "whorl/progress.h"

namespace whorl::internal::store::check {
namespace {

// Reads every block of a file.

constexpr std::size_t kWindow = 256 * base::kCheckedBlock;

bool is_damage(const Error& error) {
  return error.code == ErrorCode::corrupt || error.code == ErrorCode::unreadable;
}

// Reads a file part by part, and damaged parts block by block.
class BlockReader {
 public:
  BlockReader(const base::ReadableFile& file, base::FileSystem::Path path)
      : file_(file), path_(std::move(path)) {}

  Result<void> read(std::uint64_t offset, std::size_t bytes) {
    buffer_.resize(bytes);
    const auto got = file_.read(offset, buffer_);
    if (got) return {};
    if (!is_damage(got.error())) WHORL_RETURN_IF_ERROR(got);
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

// The damage of a file of the table: it is missing, or its head, its length or its blocks are
// wrong. Nothing if it is intact. O(bytes) time.
Result<std::optional<std::string>> damage_of(const store::StoreFiles& files,
                                             const std::string& name, Progress& progress) {
  const base::FileSystem::Path path = files.folder() / files.table().files.at(name).name;
  const auto opened = files.read(name);
  if (!opened) {
    if (!is_damage(opened.error())) WHORL_RETURN_IF_ERROR(opened);
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

// The files that the check also read: if two contradict each other, either may be wrong.
std::string beside(const ContentCheck& check) {
  std::string names;
  for (const std::string& name : check.needs) {
    if (name != check.file) names += (names.empty() ? "" : ", ") + name;
  }
  return names.empty() ? names : " (read with " + names + ")";
}

}  // namespace

Result<void> FilesCheck::blocks() {
  std::uint64_t bytes = 0;
  for (const auto& [name, file] : files_.table().files) bytes += file.length.bytes;
  progress_.phase("checking blocks", bytes);
  for (const auto& [name, file] : files_.table().files) {
    WHORL_ASSIGN_OR_RETURN(auto damage, damage_of(files_, name, progress_));
    if (damage) add(name, *damage);
  }
  return {};
}

Result<void> FilesCheck::contents(const Contents& contents) {
  for (const std::string& name : contents.due) {
    if (!files_.has(name)) add(name, "is not named in the manifest");
  }
  progress_.phase("checking contents", contents.checks.size());
  for (const ContentCheck& check : contents.checks) {
    const auto good = [&](const std::string& name) {
      return files_.has(name) && !bad_.contains(name);
    };
    progress_.advance(1);
    if (!good(check.file) || !std::ranges::all_of(check.needs, good)) continue;
    const auto checked = check.run();
    if (checked) continue;
    if (checked.error().code != ErrorCode::corrupt) return checked;
    add(check.file, what_of(checked.error(), files_.folder()) + beside(check));
  }
  return {};
}

void FilesCheck::add(const std::string& name, std::string what) {
  const auto found = files_.table().files.find(name);
  const std::string& on_disk = found == files_.table().files.end() ? name : found->second.name;
  const bool again = name == store::kClustersFile;
  findings_.push_back(
      {on_disk, std::move(what), again ? "`whorl recluster` writes it again" : remedy_});
  bad_.insert(name);
}

}  // namespace whorl::internal::store::check
