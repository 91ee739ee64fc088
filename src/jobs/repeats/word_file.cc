#include "jobs/repeats/word_file.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/random_word.h"
#include "base/try.h"

namespace whorl::internal::repeats {

Result<WordWriter> WordWriter::create(base::FileSystem& file_system,
                                      const base::FileSystem::Path& path) {
  WHORL_ASSIGN_OR_RETURN(auto file, file_system.write(path));
  return WordWriter(std::move(file));
}

WordWriter::WordWriter(std::unique_ptr<base::WritableFile> file)
    : file_(std::move(file)), factor_(base::random_word() | 1) {}

Result<void> WordWriter::append(std::span<const std::uint64_t> hashes) {
  words_.clear();
  for (const std::uint64_t hash : hashes) {
    words_.push_back(static_cast<std::uint32_t>(hash * factor_ >> 32));
  }
  return file_->append(std::as_bytes(std::span(words_)));
}

Result<WordReader> WordReader::open(base::FileSystem& file_system,
                                    const base::FileSystem::Path& path, std::uint64_t cache) {
  WHORL_ASSIGN_OR_RETURN(auto file, file_system.read(path));
  return WordReader(std::move(file), cache);
}

WordReader::WordReader(std::unique_ptr<base::ReadableFile> file, std::uint64_t cache)
    : file_(std::move(file)) {
  constexpr std::uint64_t kBytes = kBlock * sizeof(std::uint32_t);
  const std::uint64_t wanted = file_->size() / kBytes + 1;
  blocks_.assign(std::bit_floor(std::clamp<std::uint64_t>(cache / kBytes, 1, wanted)), kNone);
  words_.resize(blocks_.size() * kBlock);
}

void WordReader::load(std::uint64_t block, std::size_t slot) {
  const auto room = std::span(words_).subspan(slot * kBlock, kBlock);
  std::ranges::fill(room, 0);
  auto got = file_->read(block * room.size_bytes(), std::as_writable_bytes(room));
  if (!got) status_ = tl::unexpected(std::move(got.error()));
  blocks_[slot] = block;
}

}  // namespace whorl::internal::repeats
