#include "base/chained_file.h"

#include <algorithm>

#include "base/try.h"

namespace whorl::internal::base {

ChainedFile::ChainedFile(std::vector<std::unique_ptr<ReadableFile>> files)
    : files_(std::move(files)) {
  for (const auto& file : files_) begins_.push_back(begins_.back() + file->size());
}

Result<std::size_t> ChainedFile::read(std::uint64_t offset, std::span<std::byte> buffer) const {
  std::size_t got = 0;
  auto next = std::ranges::upper_bound(begins_, offset);  // the end of the file at the offset
  while (got < buffer.size() && next != begins_.end()) {
    const auto file = static_cast<std::size_t>(next - begins_.begin()) - 1;
    const std::size_t most = std::min<std::uint64_t>(buffer.size() - got, *next - offset);
    WHORL_ASSIGN_OR_RETURN(const std::size_t part,
                           files_[file]->read(offset - begins_[file], buffer.subspan(got, most)));
    if (part < most) break;
    got += part;
    offset += part;
    ++next;
  }
  return got;
}

}  // namespace whorl::internal::base
