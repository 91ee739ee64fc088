// Sorting more records than fit in memory: runs are sorted in memory, spilled compressed,
// and merged as a stream. Where there are more runs than blocks of them fit in memory, some are
// merged into one first.
//
// A Record is trivially copyable and has a total order by `<=>`; one that says the same by a
// sort_key() (base/radix_sort.h) is sorted faster. The stream is the same at any memory limit and
// thread count.
#pragma once

#include <zstd.h>

#include <algorithm>
#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "base/merge.h"
#include "base/parallel.h"
#include "base/parallel_sort.h"
#include "base/radix_sort.h"
#include "base/release.h"
#include "base/try.h"

namespace whorl::internal::base {

template <class T>
concept SortRecord = std::is_trivially_copyable_v<T> && std::totally_ordered<T>;

struct SortBudget {
  std::uint64_t memory = 256ull << 20;  // bytes for records held at a time
  unsigned threads = 0;
  FileSystem::Path directory;  // where runs are spilled; must exist
  std::string name;            // of this sort, unique in the directory
};

// A sorted run on disk: blocks of `{u32 records, u32 bytes, zstd frame with checksum}`.
template <SortRecord Record>
class RunReader {
 public:
  RunReader(std::unique_ptr<ReadableFile> file, FileSystem::Path path)
      : file_(std::move(file)), path_(std::move(path)) {}

  // The next block, empty at the end; valid until the next call.
  Result<std::span<const Record>> next() {
    WHORL_RETURN_IF_ERROR(fill());
    return std::span<const Record>(block_);
  }

 private:
  struct Header {
    std::uint32_t records;
    std::uint32_t bytes;
  };

  Result<void> fill() {
    block_.clear();
    if (offset_ == file_->size()) return {};
    Header header{};
    WHORL_RETURN_IF_ERROR(file_->read(offset_, std::as_writable_bytes(std::span(&header, 1))));
    packed_.resize(header.bytes);
    WHORL_RETURN_IF_ERROR(
        file_->read(offset_ + sizeof header, std::as_writable_bytes(std::span(packed_))));
    block_.resize(header.records);
    const std::size_t size = ZSTD_decompress(block_.data(), block_.size() * sizeof(Record),
                                             packed_.data(), packed_.size());
    if (block_.empty() || ZSTD_isError(size) || size != block_.size() * sizeof(Record)) {
      return fail(ErrorCode::corrupt, path_.string() + ": a spilled block is damaged");
    }
    offset_ += sizeof header + header.bytes;
    return {};
  }

  std::unique_ptr<ReadableFile> file_;
  FileSystem::Path path_;
  std::uint64_t offset_ = 0;
  std::vector<char> packed_;
  std::vector<Record> block_;
};

// The merged stream. Its runs are removed with it.
template <SortRecord Record>
class SortedStream {
 public:
  // One run that never left memory.
  explicit SortedStream(std::vector<Record> in_memory) : memory_(std::move(in_memory)) {}

  SortedStream(Merge<Record> runs, std::vector<FileSystem::Path> paths)
      : runs_(std::move(runs)), paths_(std::move(paths)) {}

  SortedStream(SortedStream&&) = default;
  SortedStream& operator=(SortedStream&&) = default;
  ~SortedStream() {
    std::error_code ignored;
    for (const auto& path : paths_) std::filesystem::remove(path, ignored);
  }

  // The next record in order, or null at the end; valid until the next call.
  Result<const Record*> next() {
    if (!paths_.empty()) return runs_.next();
    return at_ < memory_.size() ? &memory_[at_++] : nullptr;
  }

  // As many of the next records as are at hand, none at the end; valid until the next call.
  Result<std::span<const Record>> next_some() {
    if (paths_.empty())
      return std::span<const Record>(memory_).subspan(std::exchange(at_, memory_.size()));
    WHORL_ASSIGN_OR_RETURN(auto record, runs_.next());
    return record == nullptr ? std::span<const Record>() : std::span<const Record>(record, 1);
  }

 private:
  std::vector<Record> memory_;
  std::size_t at_ = 0;
  Merge<Record> runs_;
  std::vector<FileSystem::Path> paths_;
};

// Records of a block of a run, and the most records a sorter needs to have room for.
inline constexpr std::size_t kRunBlock = 1 << 14;

// Writes a run, block by block. Several are packed at a time, each by a thread.
template <SortRecord Record>
class RunWriter {
 public:
  RunWriter(std::unique_ptr<WritableFile> file, unsigned threads)
      : file_(std::move(file)), threads_(threads), packed_(thread_count(threads)) {}

  Result<void> append(std::span<const Record> records) {
    const std::size_t most = packed_.size() * kRunBlock;
    for (; !records.empty(); records = records.subspan(std::min(most, records.size()))) {
      WHORL_RETURN_IF_ERROR(write_blocks(records.first(std::min(most, records.size()))));
    }
    return {};
  }

  // Readers see all that was appended.
  Result<void> finish() { return file_->flush(); }
  std::uint64_t bytes() const { return bytes_; }

 private:
  static constexpr int kLevel = 1;

  Result<void> write_blocks(std::span<const Record> records) {
    const std::size_t blocks = (records.size() + kRunBlock - 1) / kRunBlock;
    parallel_for(blocks, threads_, [&](std::size_t i) {
      const std::size_t begin = i * kRunBlock;
      pack(records.subspan(begin, std::min(kRunBlock, records.size() - begin)), packed_[i]);
    });
    for (std::size_t i = 0; i < blocks; ++i) {
      bytes_ += packed_[i].size();
      WHORL_RETURN_IF_ERROR(file_->append(std::as_bytes(std::span(packed_[i]))));
    }
    return {};
  }

  static void pack(std::span<const Record> block, std::vector<char>& out) {
    out.resize(8 + ZSTD_compressBound(block.size_bytes()));
    const std::size_t size =
        ZSTD_compress(out.data() + 8, out.size() - 8, block.data(), block.size_bytes(), kLevel);
    const std::uint32_t header[2] = {static_cast<std::uint32_t>(block.size()),
                                     static_cast<std::uint32_t>(size)};
    std::copy_n(reinterpret_cast<const char*>(header), 8, out.data());
    out.resize(8 + size);
  }

  std::unique_ptr<WritableFile> file_;
  unsigned threads_;
  std::vector<std::vector<char>> packed_;  // blocks, headers before them
  std::uint64_t bytes_ = 0;
};

template <SortRecord Record>
class ExternalSorter {
 public:
  ExternalSorter(FileSystem& file_system, SortBudget budget)
      : file_system_(file_system), budget_(std::move(budget)) {
    capacity_ = std::max<std::size_t>(kRunBlock, budget_.memory / sizeof(Record));
    records_.reserve(capacity_);  // address space only: pages become resident as they fill
  }

  Result<void> add(const Record& record) {
    if (records_.size() == capacity_) {
      WHORL_RETURN_IF_ERROR(spill());
    }
    records_.push_back(record);
    return {};
  }

  // As many calls of add() in order.
  Result<void> add_all(std::span<const Record> records) {
    while (!records.empty()) {
      if (records_.size() == capacity_) {
        WHORL_RETURN_IF_ERROR(spill());
      }
      const auto next = records.first(std::min(records.size(), capacity_ - records_.size()));
      records_.insert(records_.end(), next.begin(), next.end());
      records = records.subspan(next.size());
    }
    return {};
  }

  std::uint64_t bytes_spilled() const { return spilled_; }

  Result<SortedStream<Record>> finish() {
    if (paths_.empty()) {
      sort();
      return SortedStream<Record>(std::move(records_));
    }
    WHORL_RETURN_IF_ERROR(spill());
    release(records_);
    while (paths_.size() > runs_at_a_time()) {
      WHORL_RETURN_IF_ERROR(merge_some());
    }
    return merged_stream(std::exchange(paths_, {}));
  }

 private:
  // A run takes a block as it is and as it was packed.
  std::size_t runs_at_a_time() const {
    return std::clamp<std::size_t>(budget_.memory / (3 * kRunBlock * sizeof(Record)), 8, 512);
  }

  Result<SortedStream<Record>> merged_stream(std::vector<FileSystem::Path> paths) {
    Merge<Record> runs;
    for (const auto& path : paths) {
      WHORL_ASSIGN_OR_RETURN(auto file, file_system_.read(path));
      auto run = std::make_shared<RunReader<Record>>(std::move(file), path);
      WHORL_RETURN_IF_ERROR(runs.add([run = std::move(run)] { return run->next(); }));
    }
    return SortedStream<Record>(std::move(runs), std::move(paths));
  }

  Result<RunWriter<Record>> new_run() {
    const auto path = budget_.directory / (budget_.name + "." + std::to_string(made_++) + ".run");
    WHORL_ASSIGN_OR_RETURN(auto file, file_system_.write(path));
    paths_.push_back(path);
    return RunWriter<Record>(std::move(file), budget_.threads);
  }

  void sort() {
    if constexpr (HasSortKey<Record>) {
      radix_sort(std::span(records_), budget_.threads);
    } else {
      parallel_sort(records_, budget_.threads);
    }
  }

  Result<void> spill() {
    sort();
    WHORL_ASSIGN_OR_RETURN(auto run, new_run());
    WHORL_RETURN_IF_ERROR(run.append(records_));
    records_.clear();
    spilled_ += run.bytes();
    return run.finish();
  }

  // Merges the runs that were made first into one that comes last.
  Result<void> merge_some() {
    const auto end = paths_.begin() + static_cast<std::ptrdiff_t>(runs_at_a_time());
    std::vector<FileSystem::Path> first(paths_.begin(), end);
    paths_.erase(paths_.begin(), end);
    WHORL_ASSIGN_OR_RETURN(auto merged, merged_stream(std::move(first)));
    WHORL_ASSIGN_OR_RETURN(auto run, new_run());
    std::vector<Record> block;
    block.reserve(kRunBlock);
    while (true) {
      WHORL_ASSIGN_OR_RETURN(auto record, merged.next());
      if (record) block.push_back(*record);
      if (block.size() == kRunBlock || !record) {
        WHORL_RETURN_IF_ERROR(run.append(block));
        block.clear();
      }
      if (!record) break;
    }
    spilled_ += run.bytes();
    return run.finish();
  }

  FileSystem& file_system_;
  SortBudget budget_;
  std::size_t capacity_;
  std::vector<Record> records_;
  std::vector<FileSystem::Path> paths_;  // of runs to merge
  std::size_t made_ = 0;                 // runs, those merged since among them
  std::uint64_t spilled_ = 0;
};

}  // namespace whorl::internal::base
