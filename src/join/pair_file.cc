#include "join/pair_file.h"

#include <algorithm>

#include "base/try.h"

namespace whorl::internal::join {
namespace {

constexpr std::size_t kWindow = 8192;  // pairs

}  // namespace

Result<PairScan> PairScan::open(base::FileSystem& file_system, const base::FileSystem::Path& path) {
  WHORL_ASSIGN_OR_RETURN(auto file, file_system.read(path));
  PairScan scan;
  scan.file_ = std::move(file);
  if (scan.file_->size() % sizeof(PairRecord) != 0) {
    return fail(ErrorCode::corrupt, path.string() + ": ends within a pair");
  }
  scan.size_ = scan.file_->size() / sizeof(PairRecord);
  return scan;
}

Result<const PairRecord*> PairScan::next() {
  if (at_ == window_.size()) {
    if (read_ == size_) return nullptr;
    window_.resize(std::min<std::uint64_t>(kWindow, size_ - read_));
    WHORL_RETURN_IF_ERROR(
        file_->read(read_ * sizeof(PairRecord), std::as_writable_bytes(std::span(window_))));
    read_ += window_.size();
    at_ = 0;
  }
  return &window_[at_++];
}

}  // namespace whorl::internal::join
