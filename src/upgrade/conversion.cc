#include "upgrade/conversion.h"

#include <algorithm>
#include <filesystem>

#include "base/try.h"
#include "upgrade/old_index.h"

namespace whorl::internal::upgrade {
namespace {

constexpr std::uint64_t kWindow = 1 << 20;

Result<void> go_on(const Progress& progress) {
  if (!progress.cancelled()) return {};
  return fail(ErrorCode::cancelled, "stopped: the store is as it was");
}

}  // namespace

Conversion::Conversion(base::FileSystem& file_system, base::FileSystem::Path folder,
                       store::FileTable table, Progress& progress)
    : files_(file_system, std::move(folder), std::move(table)),
      progress_(progress),
      before_(files_.unnamed()) {}

tl::unexpected<Error> Conversion::damaged(const std::string& on_disk,
                                          const std::string& what) const {
  return fail(ErrorCode::corrupt, (folder() / on_disk).string() + ": " + what +
                                      "; the store is damaged and is left as it was: restore the "
                                      "file from a copy, or make the store anew");
}

Result<std::unique_ptr<base::ReadableFile>> Conversion::open(const std::string& on_disk,
                                                             std::uint64_t bytes) const {
  auto file = files_.file_system().read(folder() / on_disk);
  if (!file && file.error().code == ErrorCode::not_found) return damaged(on_disk, "is gone");
  if (file && (*file)->size() < bytes) return damaged(on_disk, "ends early");
  return file;
}

Result<void> Conversion::copy(const OldFile& file, std::optional<std::uint64_t> bytes) {
  WHORL_ASSIGN_OR_RETURN(auto from, open(file.on_disk, bytes.value_or(0)));
  WHORL_ASSIGN_OR_RETURN(auto to, files_.write(file.name));
  const std::uint64_t all = bytes.value_or(from->size());
  std::vector<std::byte> window;
  for (std::uint64_t at = 0; at < all; at += window.size()) {
    window.resize(std::min(kWindow, all - at));
    WHORL_RETURN_IF_ERROR(go_on(progress_));
    WHORL_ASSIGN_OR_RETURN(auto got, from->read(at, window));
    if (got != window.size()) return damaged(file.on_disk, "ends early");
    WHORL_RETURN_IF_ERROR(to->append(window));
    progress_.advance(window.size());
  }
  WHORL_RETURN_IF_ERROR(to->sync());
  olds_[files_.table().files.at(file.name).name] = file.on_disk;
  return {};
}

Result<void> Conversion::index(const OldFile& file, std::uint64_t documents) {
  WHORL_ASSIGN_OR_RETURN(auto from, open(file.on_disk, 0));
  const std::uint64_t bytes = from->size();
  auto index = OldIndex::open(std::move(from), documents);
  if (!index) return damaged(file.on_disk, index.error().message);
  store::PostingSource postings = std::move(*index).postings();
  const auto next = [&]() -> Result<std::span<const store::Posting>> {
    WHORL_RETURN_IF_ERROR(go_on(progress_));
    return postings();
  };
  WHORL_ASSIGN_OR_RETURN(auto to, files_.write(file.name));
  const auto written = store::write_index(std::move(to), next, 0);
  if (!written && written.error().code == ErrorCode::corrupt) {
    return damaged(file.on_disk, written.error().message);
  }
  WHORL_RETURN_IF_ERROR(written);
  progress_.advance(bytes);
  olds_[files_.table().files.at(file.name).name] = file.on_disk;
  return {};
}

std::vector<std::string> Conversion::old_files() const {
  std::vector<std::string> names;
  for (const auto& [name, old] : olds_) names.push_back(old);
  return names;
}

Result<void> Conversion::accept(const std::vector<StoreFinding>& findings) const {
  if (findings.empty()) return {};
  const StoreFinding& first = findings.front();
  const auto old = olds_.find(first.file);
  return damaged(old == olds_.end() ? first.file : old->second, first.what);
}

void Conversion::remove() const {
  const store::StoreFiles none(files_.file_system(), folder(), {});
  for (const std::string& name : none.unnamed()) {
    if (std::ranges::binary_search(before_, name)) continue;
    std::error_code ignored;
    std::filesystem::remove(folder() / name, ignored);
  }
}

}  // namespace whorl::internal::upgrade
