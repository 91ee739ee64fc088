// The pairs that phase 3 kept, read in order.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "jobs/collection/join/rules.h"
#include "store/store_files.h"

namespace whorl::internal::join {

class PairScan {
 public:
  // For documents 0 to `documents` - 1.
  static Result<PairScan> open(const store::StoreFiles& files, std::uint64_t documents,
                               std::string_view name = store::kPairsFile);
  std::uint64_t size() const { return size_; }
  // The next pair, or null at the end; valid until the next call.
  Result<const PairRecord*> next();

 private:
  Result<void> check_window();

  std::unique_ptr<base::ReadableFile> file_;
  std::uint64_t documents_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t read_ = 0;
  std::vector<PairRecord> window_;
  std::pair<store::DocId, store::DocId> last_{0, 0};
  std::size_t at_ = 0;
};

}  // namespace whorl::internal::join
