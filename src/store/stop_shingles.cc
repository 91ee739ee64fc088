#include "store/stop_shingles.h"

#include <algorithm>

#include "base/try.h"

namespace whorl::internal::store {

Result<StopShingles> StopShingles::load(const StoreFiles& files) {
  StopShingles common;
  if (!files.has(kStopShinglesFile)) return common;
  WHORL_ASSIGN_OR_RETURN(auto file, files.read(kStopShinglesFile));
  sketch::ShingleSet shingles(file->size() / sizeof(std::uint64_t));
  WHORL_RETURN_IF_ERROR(file->read(0, std::as_writable_bytes(std::span(shingles))));
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
