#include "jobs/collection/join/pair_file.h"

#include <algorithm>

#include "base/try.h"

namespace whorl::internal::join {
namespace {

constexpr std::size_t kWindow = 8192;  // pairs

tl::unexpected<Error> damaged(const char* what) {
  return fail(ErrorCode::corrupt, std::string("the store's pairs are damaged: ") + what);
}

}  // namespace

Result<PairScan> PairScan::open(const store::StoreFiles& files, std::uint64_t documents,
                                std::string_view name) {
  PairScan scan;
  WHORL_ASSIGN_OR_RETURN(scan.file_, files.read(name));
  if (scan.file_->size() % sizeof(PairRecord) != 0) return damaged("they end within a pair");
  scan.size_ = scan.file_->size() / sizeof(PairRecord);
  scan.documents_ = documents;
  return scan;
}

Result<const PairRecord*> PairScan::next() {
  if (at_ == window_.size()) {
    if (read_ == size_) return nullptr;
    window_.resize(std::min<std::uint64_t>(kWindow, size_ - read_));
    WHORL_RETURN_IF_ERROR(
        file_->read(read_ * sizeof(PairRecord), std::as_writable_bytes(std::span(window_))));
    WHORL_RETURN_IF_ERROR(check_window());
    read_ += window_.size();
    at_ = 0;
  }
  return &window_[at_++];
}

// Checks the properties that callers rely on.
Result<void> PairScan::check_window() {
  for (const PairRecord& pair : window_) {
    if (pair.a >= pair.b || pair.b >= documents_)
      return damaged("a pair does not name two documents");
    if (pair.both > std::min(pair.of_a, pair.of_b))
      return damaged("a pair shares more shingles than a document has");
    if (std::pair(pair.a, pair.b) <= last_) return damaged("they are out of order");
    last_ = {pair.a, pair.b};
  }
  return {};
}

}  // namespace whorl::internal::join
