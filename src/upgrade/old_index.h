// The shingle index as stores of cluster had it up to format 3, and those of sweeps in format 1.
// Format: docs/format.md, "Format 3".
#pragma once

#include <memory>
#include <vector>

#include "store/shingle_index.h"

namespace whorl::internal::upgrade {

class OldIndex {
 public:
  // Of documents 0 to `documents` - 1. Checks the directory.
  static Result<OldIndex> open(std::unique_ptr<base::ReadableFile> file, std::uint64_t documents);
  // All postings in order, for store::write_index(). Each block is checked when it is read.
  store::PostingSource postings() &&;

 private:
  struct Block {
    std::uint64_t first_shingle;
    std::uint64_t offset;
    std::uint64_t checksum;  // XXH3-64 of its bytes
    std::uint32_t bytes;
    std::uint32_t postings;
  };

  OldIndex(std::unique_ptr<base::ReadableFile> file, std::uint64_t documents)
      : file_(std::move(file)), documents_(documents) {}
  Result<void> load_directory();
  Result<void> read_block(const Block& block, std::vector<store::Posting>& out) const;

  std::unique_ptr<base::ReadableFile> file_;
  std::uint64_t documents_;
  std::vector<Block> blocks_;
};

}  // namespace whorl::internal::upgrade
