// The pairs that phase 3 kept, read in order.
#pragma once

#include <memory>
#include <vector>

#include "base/file_system.h"
#include "join/pair_measures.h"

namespace whorl::internal::join {

class PairScan {
 public:
  static Result<PairScan> open(base::FileSystem& file_system, const base::FileSystem::Path& path);
  std::uint64_t size() const { return size_; }
  // The next pair, or null at the end; valid until the next call.
  Result<const PairRecord*> next();

 private:
  std::unique_ptr<base::ReadableFile> file_;
  std::uint64_t size_ = 0;
  std::uint64_t read_ = 0;
  std::vector<PairRecord> window_;
  std::size_t at_ = 0;
};

}  // namespace whorl::internal::join
