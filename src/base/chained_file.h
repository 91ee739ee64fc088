// Several files, concatenated, read as one.
#pragma once

#include <memory>
#include <vector>

#include "base/file_system.h"

namespace whorl::internal::base {

class ChainedFile final : public ReadableFile {
 public:
  explicit ChainedFile(std::vector<std::unique_ptr<ReadableFile>> files);

  Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> buffer) const override;
  std::uint64_t size() const override { return begins_.back(); }

 private:
  std::vector<std::unique_ptr<ReadableFile>> files_;
  std::vector<std::uint64_t> begins_ = {0};  // of each file, and the end
};

}  // namespace whorl::internal::base
