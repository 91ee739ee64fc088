#include "base/checked_file.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "base/per_thread.h"
#include "base/try.h"

namespace whorl::internal::base {
namespace {

constexpr std::size_t kBlock = kCheckedBlock;  // without the checksum that follows it
constexpr std::size_t kSum = sizeof(std::uint64_t);
constexpr std::size_t kBlocksAtOnce = 64;
constexpr std::array<char, 8> kMagic = {'w', 'h', 'o', 'r', 'l', 'b', 'l', 'k'};
constexpr std::uint32_t kVersion = 1;

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t block = kBlock;
  Hash128 owner;
  Hash128 name;
  std::uint64_t checksum = 0;  // of the members above
};
static_assert(sizeof(Header) == 56);

Header header_of(const FileIdentity& identity) {
  Header header;
  header.owner = identity.owner;
  header.name = hash128(identity.name);
  header.checksum = XXH3_64bits(&header, offsetof(Header, checksum));
  return header;
}

// Blocks of other files, and of other offsets in this one, have other checksums.
std::uint64_t seed_of(const FileIdentity& identity) { return header_of(identity).checksum; }

std::uint64_t sum_of(std::span<const std::byte> block, std::uint64_t number, std::uint64_t seed) {
  return XXH3_64bits_withSeed(block.data(), block.size(), seed + number);
}

std::uint64_t offset_of(std::uint64_t block) { return sizeof(Header) + block * (kBlock + kSum); }

// Bytes on the disk of a file that has `bytes` bytes without its checksums.
std::uint64_t stored_bytes(std::uint64_t bytes) {
  return offset_of(bytes / kBlock) + bytes % kBlock;
}

tl::unexpected<Error> damaged(const FileSystem::Path& path, const std::string& what) {
  return fail(ErrorCode::corrupt, path.string() + ": " + what +
                                      "; the file is damaged or belongs to another store: restore "
                                      "it from a copy, or build the store again");
}

// The blocks that a thread read last. Adjacent records are read one by one, and each is only a part
// of a block. So one check of a block serves all its records.
class ReadingMemory {
 public:
  struct LastBlock {
    std::uint64_t reader = 0;  // none
    std::uint64_t number = 0;
    std::size_t size = 0;
    std::array<std::byte, kBlock> bytes;

    void keep(std::uint64_t of, std::uint64_t which, std::span<const std::byte> block) {
      reader = of;
      number = which;
      size = block.size();
      std::ranges::copy(block, bytes.begin());
    }
  };

  // The result may be a block of another reader.
  LastBlock& last_of(std::uint64_t reader) { return blocks_[reader % kReaders]; }

  std::vector<std::byte> stored;

 private:
  static constexpr std::size_t kReaders = 8;  // open at a time
  std::array<LastBlock, kReaders> blocks_;
};

// Returns a number that no other reader has.
std::uint64_t next_reader() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

// Copies the block from `begin` on, until the block ends or `out` is full. Returns the number of
// bytes.
std::size_t give(std::span<const std::byte> block, std::size_t begin, std::span<std::byte> out) {
  const std::size_t part = std::min(block.size() - begin, out.size());
  std::ranges::copy(block.subspan(begin, part), out.begin());
  return part;
}

class CheckedReader final : public ReadableFile {
 public:
  CheckedReader(std::unique_ptr<ReadableFile> file, FileSystem::Path path, std::uint64_t seed,
                const CheckedLength& length)
      : file_(std::move(file)), path_(std::move(path)), seed_(seed), length_(length) {}

  Result<void> check_header(const FileIdentity& identity) const {
    const Header wanted = header_of(identity);
    Header found;
    WHORL_ASSIGN_OR_RETURN(auto got, file_->read(0, std::as_writable_bytes(std::span(&found, 1))));
    if (got != sizeof found || std::memcmp(&found, &wanted, sizeof found) != 0) {
      return damaged(path_, "its header is wrong");
    }
    if (file_->size() < length_.bytes || file_->size() < stored_bytes(length_.bytes))
      return damaged(path_, "ends early");
    return {};
  }

  Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> buffer) const override {
    if (offset >= length_.bytes) return std::size_t{0};
    buffer = buffer.first(std::min<std::uint64_t>(buffer.size(), length_.bytes - offset));
    const std::size_t all = buffer.size();
    while (!buffer.empty()) {
      WHORL_ASSIGN_OR_RETURN(auto got, read_some(offset, buffer));
      offset += got;
      buffer = buffer.subspan(got);
    }
    return all;
  }

  std::uint64_t size() const override { return length_.bytes; }

 private:
  // Reads as far as the first blocks go.
  Result<std::size_t> read_some(std::uint64_t offset, std::span<std::byte> out) const {
    static PerThread<ReadingMemory> memory;
    ReadingMemory& my = memory.mine();
    ReadingMemory::LastBlock& kept = my.last_of(reader_);
    const std::uint64_t first = offset / kBlock;
    if (kept.reader == reader_ && kept.number == first) {
      return give(std::span(kept.bytes).first(kept.size), offset - first * kBlock, out);
    }
    const std::uint64_t last = (offset + out.size() - 1) / kBlock;
    const std::uint64_t blocks = std::min<std::uint64_t>(last - first + 1, kBlocksAtOnce);
    const std::uint64_t end = std::min((first + blocks) * kBlock, length_.bytes);
    std::vector<std::byte>& stored = my.stored;
    stored.resize(stored_bytes(end) - offset_of(first));
    WHORL_ASSIGN_OR_RETURN(auto got, file_->read(offset_of(first), stored));
    if (got != stored.size()) return damaged(path_, "ends early");
    std::size_t given = 0;
    for (std::uint64_t i = 0; i < blocks; ++i) {
      const auto at = std::span(stored).subspan(i * (kBlock + kSum));
      WHORL_ASSIGN_OR_RETURN(auto block, checked(first + i, at));
      given += give(block, i == 0 ? offset - first * kBlock : 0, out.subspan(given));
      if (i + 1 == blocks) kept.keep(reader_, first + i, block);
    }
    return given;
  }

  // The block at the beginning of what was read.
  Result<std::span<const std::byte>> checked(std::uint64_t number,
                                             std::span<const std::byte> stored) const {
    const bool full = number < length_.bytes / kBlock;
    const auto block = stored.first(full ? kBlock : length_.bytes % kBlock);
    std::uint64_t sum = length_.tail;
    if (full) std::memcpy(&sum, stored.data() + kBlock, kSum);
    if (sum_of(block, number, seed_) != sum) {
      return damaged(path_, "block " + std::to_string(number) + " has a wrong checksum");
    }
    return block;
  }

  std::unique_ptr<ReadableFile> file_;
  FileSystem::Path path_;
  std::uint64_t seed_;
  CheckedLength length_;
  std::uint64_t reader_ = next_reader();
};

}  // namespace

Result<std::unique_ptr<CheckedWriter>> CheckedWriter::create(FileSystem& file_system,
                                                             const FileSystem::Path& path,
                                                             const FileIdentity& identity) {
  WHORL_ASSIGN_OR_RETURN(auto file, file_system.write(path));
  const Header header = header_of(identity);
  WHORL_RETURN_IF_ERROR(file->append(std::as_bytes(std::span(&header, 1))));
  return std::unique_ptr<CheckedWriter>(new CheckedWriter(std::move(file), seed_of(identity)));
}

Result<std::unique_ptr<CheckedWriter>> CheckedWriter::resume(FileSystem& file_system,
                                                             const FileSystem::Path& path,
                                                             const FileIdentity& identity,
                                                             const CheckedLength& length) {
  std::vector<std::byte> tail(length.bytes % kBlock);
  {
    WHORL_ASSIGN_OR_RETURN(auto file, read_checked(file_system, path, identity, length));
    WHORL_RETURN_IF_ERROR(file->read(length.bytes - tail.size(), tail));
  }
  WHORL_ASSIGN_OR_RETURN(auto file, file_system.write(path, stored_bytes(length.bytes)));
  std::unique_ptr<CheckedWriter> writer(new CheckedWriter(std::move(file), seed_of(identity)));
  writer->blocks_ = length.bytes / kBlock;
  writer->handed_on_ = tail.size();
  writer->ahead_ = std::move(tail);
  return writer;
}

Result<void> CheckedWriter::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto part = bytes.first(std::min(bytes.size(), kBlock - block().size()));
    bytes = bytes.subspan(part.size());
    ahead_.insert(ahead_.end(), part.begin(), part.end());
    if (block().size() < kBlock) continue;
    end_block();
    if (begin_ >= kBlocksAtOnce * (kBlock + kSum)) WHORL_RETURN_IF_ERROR(hand_on());
  }
  return {};
}

Result<void> CheckedWriter::flush() {
  WHORL_RETURN_IF_ERROR(hand_on());
  return file_->flush();
}

Result<void> CheckedWriter::sync() {
  WHORL_RETURN_IF_ERROR(hand_on());
  return file_->sync();
}

void CheckedWriter::end_block() {
  const std::uint64_t sum = sum_of(block(), blocks_++, seed_);
  const auto bytes = std::as_bytes(std::span(&sum, 1));
  ahead_.insert(ahead_.end(), bytes.begin(), bytes.end());
  begin_ = ahead_.size();
}

// Writes all that is ahead. Keeps only the last block, because its checksum is not complete.
Result<void> CheckedWriter::hand_on() {
  WHORL_RETURN_IF_ERROR(file_->append(std::span(ahead_).subspan(handed_on_)));
  ahead_.erase(ahead_.begin(), ahead_.begin() + static_cast<std::ptrdiff_t>(begin_));
  begin_ = 0;
  handed_on_ = ahead_.size();
  return {};
}

CheckedLength CheckedWriter::length() const {
  return {blocks_ * kBlock + block().size(), block().empty() ? 0 : sum_of(block(), blocks_, seed_)};
}

Result<std::unique_ptr<ReadableFile>> read_checked(FileSystem& file_system,
                                                   const FileSystem::Path& path,
                                                   const FileIdentity& identity,
                                                   const CheckedLength& length) {
  WHORL_ASSIGN_OR_RETURN(auto file, file_system.read(path));
  auto reader = std::make_unique<CheckedReader>(std::move(file), path, seed_of(identity), length);
  WHORL_RETURN_IF_ERROR(reader->check_header(identity));
  return reader;
}

}  // namespace whorl::internal::base
