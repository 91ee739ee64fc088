// Sorted runs on disk: blocks of records, packed one by one, with a directory that stays in memory.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "base/hash128.h"
#include "base/parallel.h"
#include "base/try.h"

namespace whorl::internal::base {

// Records packed while they wait on disk: of each word what it is more than the same word of the
// record before, in as few bytes as hold that. Records that were sorted share most of a key with
// their neighbours, and what they do not share is hashes, which nothing makes smaller.

// Of a record: for each word four bits that say how many bytes follow, then those bytes.
template <class Record>
  requires std::is_trivially_copyable_v<Record>
class PackedRecords {
 public:
  static void pack(std::span<const Record> records, std::vector<char>& out) {
    out.resize(records.size() * kMostBytes + kWord);
    char* end = out.data();
    Words before{};
    for (const Record& record : records) {
      Words words{};
      std::memcpy(words.data(), &record, sizeof record);
      end = put(before, words, end);
      before = words;
    }
    // A word is read as eight bytes wherever it ends.
    out.resize(static_cast<std::size_t>(end - out.data()) + kWord);
  }

  // Fills `out`; `packed` is what pack() made of as many records.
  static void unpack(std::span<const char> packed, std::span<Record> out) {
    const char* from = packed.data();
    Words words{};
    for (Record& record : out) {
      from = take(from, words);
      std::memcpy(static_cast<void*>(&record), words.data(), sizeof record);
    }
  }

 private:
  static_assert(std::endian::native == std::endian::little);
  static constexpr std::size_t kWord = sizeof(std::uint64_t);
  static constexpr std::size_t kWords = (sizeof(Record) + kWord - 1) / kWord;
  static constexpr std::size_t kWidthBytes = (kWords + 1) / 2;  // of a record
  static constexpr std::size_t kMostBytes = kWidthBytes + kWords * kWord;
  using Words = std::array<std::uint64_t, kWords>;

  static unsigned width_of(std::uint64_t word) {
    return (static_cast<unsigned>(std::bit_width(word)) + 7) / 8;
  }

  static char* put(const Words& before, const Words& words, char* out) {
    std::array<unsigned char, kWidthBytes> widths{};
    char* const begin = out;
    out += kWidthBytes;
    for (std::size_t i = 0; i < kWords; ++i) {
      const std::uint64_t more = words[i] - before[i];
      const unsigned width = width_of(more);
      widths[i / 2] |= static_cast<unsigned char>(width << (i % 2 * 4));
      std::memcpy(out, &more, kWord);
      out += width;
    }
    std::memcpy(begin, widths.data(), kWidthBytes);
    return out;
  }

  static const char* take(const char* from, Words& words) {
    const char* const widths = from;
    from += kWidthBytes;
    for (std::size_t i = 0; i < kWords; ++i) {
      const unsigned width = static_cast<unsigned char>(widths[i / 2]) >> (i % 2 * 4) & 0xf;
      std::uint64_t more;
      std::memcpy(&more, from, kWord);
      words[i] += more & kMasks[width];
      from += width;
    }
    return from;
  }

  static constexpr auto kMasks = [] {
    std::array<std::uint64_t, 16> masks{};
    for (unsigned width = 1; width < kWord; ++width)
      masks[width] = ~(~std::uint64_t{0} << 8 * width);
    masks[kWord] = ~std::uint64_t{0};
    return masks;
  }();
};

template <class T>
concept SortRecord = std::is_trivially_copyable_v<T> && std::totally_ordered<T>;

// Records of a block of a run, and the most records a sorter needs to have room for.
inline constexpr std::size_t kRunBlock = 1 << 14;

inline Hash128 sum_of(std::span<const char> packed) {
  return hash128({packed.data(), packed.size()});
}

template <SortRecord Record>
struct Run {
  struct Block {
    Record first;
    std::uint64_t offset;  // in the file
    std::uint32_t bytes;
    std::uint32_t records;
    Hash128 sum;  // of its bytes
  };

  FileSystem::Path path;
  std::vector<Block> blocks;
};

// Writes a run, block by block. Several are packed at a time, each by a thread.
template <SortRecord Record>
class RunWriter {
 public:
  RunWriter(std::unique_ptr<WritableFile> file, Run<Record>& run, unsigned threads)
      : file_(std::move(file)), run_(run), threads_(threads), packed_(thread_count(threads)) {}

  Result<void> append(std::span<const Record> records) {
    const std::size_t round = packed_.size() * kRunBlock;
    for (; !records.empty(); records = records.subspan(std::min(round, records.size()))) {
      WHORL_RETURN_IF_ERROR(write_blocks(records.first(std::min(round, records.size()))));
    }
    return {};
  }

  // Readers see all that was appended.
  Result<void> finish() { return file_->flush(); }
  std::uint64_t bytes() const { return bytes_; }

 private:
  Result<void> write_blocks(std::span<const Record> records) {
    const std::size_t blocks = (records.size() + kRunBlock - 1) / kRunBlock;
    const auto block = [&](std::size_t i) {
      return records.subspan(i * kRunBlock, std::min(kRunBlock, records.size() - i * kRunBlock));
    };
    parallel_for(blocks, threads_,
                 [&](std::size_t i) { PackedRecords<Record>::pack(block(i), packed_[i]); });
    for (std::size_t i = 0; i < blocks; ++i) {
      run_.blocks.push_back({block(i).front(), bytes_,
                             static_cast<std::uint32_t>(packed_[i].size()),
                             static_cast<std::uint32_t>(block(i).size()), sum_of(packed_[i])});
      bytes_ += packed_[i].size();
      WHORL_RETURN_IF_ERROR(file_->append(std::as_bytes(std::span(packed_[i]))));
    }
    return {};
  }

  std::unique_ptr<WritableFile> file_;
  Run<Record>& run_;
  unsigned threads_;
  std::vector<std::vector<char>> packed_;
  std::uint64_t bytes_ = 0;
};

template <SortRecord Record>
class RunReader {
 public:
  using Block = typename Run<Record>::Block;

  static Result<RunReader> open(FileSystem& file_system, std::shared_ptr<const Run<Record>> run) {
    WHORL_ASSIGN_OR_RETURN(auto file, file_system.read(run->path));
    return RunReader(std::move(file), std::move(run));
  }

  std::span<const Block> blocks() const { return run_->blocks; }

  // Appends the records of a block. Callable from any thread; `packed` is room for one.
  Result<void> read(const Block& block, std::vector<char>& packed, std::vector<Record>& out) const {
    packed.resize(block.bytes);
    WHORL_ASSIGN_OR_RETURN(auto got,
                           file_->read(block.offset, std::as_writable_bytes(std::span(packed))));
    if (got != block.bytes || sum_of(packed) != block.sum) {
      return fail(ErrorCode::corrupt, run_->path.string() + ": a spilled block is damaged");
    }
    const std::size_t begin = out.size();
    out.resize(begin + block.records);
    PackedRecords<Record>::unpack(packed, std::span(out).subspan(begin));
    return {};
  }

 private:
  RunReader(std::unique_ptr<ReadableFile> file, std::shared_ptr<const Run<Record>> run)
      : file_(std::move(file)), run_(std::move(run)) {}

  std::unique_ptr<ReadableFile> file_;
  std::shared_ptr<const Run<Record>> run_;
};

}  // namespace whorl::internal::base
