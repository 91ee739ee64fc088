// The words of all documents, by their numbers: written once in order, then read at any position.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/file_system.h"
#include "whorl/result.h"

namespace whorl::internal::repeats {

class WordWriter {
 public:
  static Result<WordWriter> create(base::FileSystem& file_system,
                                   const base::FileSystem::Path& path);

  // Keeps 32 bits of each: the upper half of a product with an odd number that is random for each
  // file. Any two different hashes agree there with a probability of at most 2^-31 (multiply-shift,
  // Dietzfelbinger et al. 1997).
  Result<void> append(std::span<const std::uint64_t> hashes);
  // Readers see all that was appended.
  Result<void> finish() { return file_->flush(); }

 private:
  explicit WordWriter(std::unique_ptr<base::WritableFile> file);

  std::unique_ptr<base::WritableFile> file_;
  std::uint64_t factor_;
  std::vector<std::uint32_t> words_;
};

// Caches the blocks that were read last, at most one in each slot. For one thread at a time.
class WordReader {
 public:
  // Uses about `cache` bytes, at least one block.
  static Result<WordReader> open(base::FileSystem& file_system, const base::FileSystem::Path& path,
                                 std::uint64_t cache);

  // The word of that number. 0 if it cannot be read; then status() is an error.
  std::uint32_t operator[](std::uint64_t at) {
    const std::uint64_t block = at / kBlock;
    const std::size_t slot = block & (blocks_.size() - 1);
    if (blocks_[slot] != block) load(block, slot);
    return words_[slot * kBlock + at % kBlock];
  }

  Result<void> status() const { return status_; }

 private:
  static constexpr std::uint64_t kBlock = 1 << 12;  // words
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  WordReader(std::unique_ptr<base::ReadableFile> file, std::uint64_t cache);
  void load(std::uint64_t block, std::size_t slot);

  std::unique_ptr<base::ReadableFile> file_;
  // The block in each slot; the number of slots is a power of two.
  std::vector<std::uint64_t> blocks_;
  std::vector<std::uint32_t> words_;  // of all slots
  Result<void> status_;
};

}  // namespace whorl::internal::repeats
