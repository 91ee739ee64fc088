#include "store/verify.h"

#include <algorithm>
#include <vector>

#include "base/checked_file.h"
#include "base/try.h"

namespace whorl::internal::store {
namespace {

constexpr std::size_t kWindow = 256 * base::kCheckedBlock;

Result<void> verify(const base::ReadableFile& file, Progress& progress) {
  std::vector<std::byte> window(std::min<std::uint64_t>(kWindow, file.size()));
  for (std::uint64_t at = 0; at < file.size(); at += window.size()) {
    if (progress.cancelled()) return fail(ErrorCode::cancelled, "stopped: the store is as it was");
    const std::span part(window.data(), std::min<std::uint64_t>(window.size(), file.size() - at));
    WHORL_RETURN_IF_ERROR(file.read(at, part));
    progress.advance(part.size());
  }
  return {};
}

}  // namespace

Result<void> verify(const StoreFiles& files, Progress& progress) {
  std::vector<std::unique_ptr<base::ReadableFile>> opened;
  std::uint64_t bytes = 0;
  for (const auto& [name, file] : files.table().files) {
    WHORL_ASSIGN_OR_RETURN(auto one, files.read(name));
    bytes += one->size();
    opened.push_back(std::move(one));
  }
  progress.phase("checking blocks", bytes);
  for (const auto& one : opened) WHORL_RETURN_IF_ERROR(verify(*one, progress));
  return {};
}

}  // namespace whorl::internal::store
