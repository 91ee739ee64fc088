#include "store/stop_shingles.h"

#include <algorithm>
#include <filesystem>

namespace whorl::internal::store {

Result<StopShingles> StopShingles::load(base::FileSystem& file_system,
                                        const base::FileSystem::Path& store) {
  StopShingles common;
  std::error_code missing;
  if (!std::filesystem::exists(store / kStopShinglesFile, missing)) return common;
  auto file = file_system.read(store / kStopShinglesFile);
  if (!file) return tl::unexpected(file.error());
  sketch::ShingleSet shingles((*file)->size() / sizeof(std::uint64_t));
  auto got = (*file)->read(0, std::as_writable_bytes(std::span(shingles)));
  if (!got) return tl::unexpected(got.error());
  common.shingles_ = std::make_shared<const sketch::ShingleSet>(std::move(shingles));
  return common;
}

bool StopShingles::has(std::uint64_t shingle) const {
  return std::ranges::binary_search(*shingles_, shingle);
}

void StopShingles::remove_from(sketch::ShingleSet& set) const {
  if (empty()) return;
  std::erase_if(set, [this](std::uint64_t shingle) { return has(shingle); });
}

}  // namespace whorl::internal::store
