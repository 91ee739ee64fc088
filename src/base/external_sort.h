// Sorts more records than fit in memory. Runs are sorted in memory, spilled packed, and merged as a
// stream. If there are more runs than blocks of them fit in memory, some runs are merged first.
//
// A Record is trivially copyable and has a total order by `<=>`. If it also has a sort_key() with
// the same order (base/radix_sort.h), sorting is faster. The stream is the same at any memory limit
// and thread count.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <functional>
#include <future>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "base/go_on.h"
#include "base/hash128.h"
#include "base/merge.h"
#include "base/parallel.h"
#include "base/parallel_sort.h"
#include "base/pool.h"
#include "base/radix_sort.h"
#include "base/release.h"
#include "base/reserve.h"
#include "base/try.h"

namespace whorl::internal::base {

// Records are packed while they are on disk. Of each word, only the difference from the same word
// of the previous record is stored, in as few bytes as possible. Sorted records share most of a key
// with their neighbours; the rest is hashes, which cannot be compressed.

// Each record: for each word, four bits with the number of bytes, then those bytes.
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
    // A word is read as eight bytes, wherever it ends.
    out.resize(static_cast<std::size_t>(end - out.data()) + kWord);
  }

  // Fills `out`; `packed` comes from pack() of as many records.
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

// Sorted runs on disk: blocks of records, packed one by one, with a directory that stays in memory.

// Records in a block of a run; a sorter needs memory for at least one block.
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

// Writes a run, block by block. Packs several blocks at a time, each on its own thread.
template <SortRecord Record>
class RunWriter {
 public:
  // Asks `progress`, which may be null, before each round of blocks whether to go on.
  RunWriter(std::unique_ptr<WritableFile> file, Run<Record>& run, unsigned threads,
            const Progress* progress)
      : file_(std::move(file)),
        run_(run),
        threads_(threads),
        progress_(progress),
        packed_(thread_count(threads)) {}

  Result<void> append(std::span<const Record> records) {
    const std::size_t round = packed_.size() * kRunBlock;
    for (; !records.empty(); records = records.subspan(std::min(round, records.size()))) {
      WHORL_RETURN_IF_ERROR(go_on(progress_));
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
  const Progress* progress_;
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

  // Appends the records of a block. Callable from any thread; `packed` is a buffer.
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

// Merges runs on several threads. The order of records is cut into slices of about as many blocks.
// One thread merges each slice, and slices are returned in order while the next ones are merged.
// Records with a key are not merged: each slice is sorted by the key. For 40 runs that takes 0.4 of
// the time of a merge; for 4 runs, no more than a merge.

// Equal records without a key stay in the order of their runs.
template <SortRecord Record>
class SlicedMerge {
 public:
  // Blocks at both ends of a slice are unpacked twice. If runs are merged in turn, that costs
  // little when a slice has several blocks of each run.
  static constexpr std::size_t kFewestOfARun = HasSortKey<Record> ? 1 : 2;

  // Blocks in memory at a time: two rounds of slices while they are merged, and the input of a
  // round. If slices are sorted, that input is one run's blocks and the buffer of the sort.
  // Otherwise it is the blocks of all runs.
  static std::size_t blocks_held(std::size_t blocks_a_slice, std::size_t runs, unsigned threads) {
    const std::size_t read = HasSortKey<Record> ? 4 : blocks_a_slice + runs;
    return (2 * blocks_a_slice + read) * thread_count(threads);
  }

  SlicedMerge(std::vector<RunReader<Record>> runs, std::size_t blocks_a_slice, unsigned threads)
      : runs_(std::move(runs)), threads_(threads) {
    cut(blocks_a_slice);
    for (Round& round : rounds_) round.slices.resize(thread_count(threads_));
    begin_round();
  }

  // The next records in order, none at the end; valid until the next call.
  Result<std::span<const Record>> next() {
    while (true) {
      if (at_ == handing_out().size) {
        if (!ahead_.valid()) return std::span<const Record>();
        ahead_.get();
        turn_ = 1 - turn_;
        at_ = 0;
        begin_round();
      }
      const Slice& slice = handing_out().slices[at_++];
      WHORL_RETURN_IF_ERROR(slice.merged);
      if (!slice.records.empty()) return std::span<const Record>(slice.records);
    }
  }

 private:
  struct Slice {
    std::vector<Record> records;
    Result<void> merged;
  };
  // Of a thread, while it merges.
  struct Room {
    std::vector<std::vector<Record>> of_runs;
    std::vector<char> packed;
  };
  struct Round {
    std::vector<Slice> slices;
    std::size_t size = 0;
  };

  Round& handing_out() { return rounds_[turn_]; }

  // Slices begin at the first records of blocks.
  void cut(std::size_t blocks_a_slice) {
    std::vector<Record> firsts;
    for (const auto& run : runs_) {
      for (const auto& block : run.blocks()) firsts.push_back(block.first);
    }
    std::sort(firsts.begin(), firsts.end());
    for (std::size_t i = blocks_a_slice; i < firsts.size(); i += blocks_a_slice) {
      if (cuts_.empty() || cuts_.back() < firsts[i]) cuts_.push_back(firsts[i]);
    }
    slices_ = cuts_.size() + 1;
  }

  // Merges the slices that follow those being returned, on other threads if the system can start
  // some.
  void begin_round() {
    Round& round = rounds_[1 - turn_];
    const std::size_t first = begun_;
    round.size = std::min(round.slices.size(), slices_ - first);
    if (round.size == 0) return;
    begun_ += round.size;
    ahead_ = std::async(std::launch::async | std::launch::deferred, [this, &round, first] {
      parallel_for(round.size, threads_, [&](std::size_t i) {
        rooms_.with([] { return std::make_unique<Room>(); },
                    [&](Room& room) {
                      round.slices[i].merged = merge(first + i, room, round.slices[i].records);
                    });
      });
    });
  }

  Result<void> merge(std::size_t number, Room& room, std::vector<Record>& out) const {
    out.clear();
    if constexpr (HasSortKey<Record>) {
      room.of_runs.resize(1);
      for (const RunReader<Record>& run : runs_) {
        WHORL_ASSIGN_OR_RETURN(auto records, read(run, number, room.packed, room.of_runs.front()));
        out.insert(out.end(), records.begin(), records.end());
      }
      radix_sort(std::span(out), 1);
      return {};
    } else {
      return merge_in_turn(number, room, out);
    }
  }

  Result<void> merge_in_turn(std::size_t number, Room& room, std::vector<Record>& out) const {
    Merge<Record> merged;
    room.of_runs.resize(runs_.size());
    std::size_t size = 0;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      WHORL_ASSIGN_OR_RETURN(auto records, read(runs_[i], number, room.packed, room.of_runs[i]));
      size += records.size();
      WHORL_RETURN_IF_ERROR(merged.add([records]() mutable {
        return Result<std::span<const Record>>(std::exchange(records, {}));
      }));
    }
    out.reserve(size);
    while (true) {
      WHORL_ASSIGN_OR_RETURN(auto record, merged.next());
      if (!record) return {};
      out.push_back(*record);
    }
  }

  // The records of a run that lie in a slice.
  Result<std::span<const Record>> read(const RunReader<Record>& run, std::size_t number,
                                       std::vector<char>& packed, std::vector<Record>& held) const {
    const auto blocks = run.blocks();
    const auto first_from = [&](const Record& bound) {
      return std::partition_point(blocks.begin(), blocks.end(),
                                  [&](const auto& block) { return block.first < bound; });
    };
    auto begin = number == 0 ? blocks.begin() : first_from(cuts_[number - 1]);
    const auto end = number == cuts_.size() ? blocks.end() : first_from(cuts_[number]);
    if (begin != blocks.begin()) --begin;
    held.clear();
    held.reserve(static_cast<std::size_t>(std::max(begin, end) - begin) * kRunBlock);
    for (; begin < end; ++begin) WHORL_RETURN_IF_ERROR(run.read(*begin, packed, held));
    auto low = held.begin(), high = held.end();
    if (number != 0) low = std::lower_bound(low, high, cuts_[number - 1]);
    if (number != cuts_.size()) high = std::lower_bound(low, high, cuts_[number]);
    return std::span<const Record>(low, high);
  }

  const std::vector<RunReader<Record>> runs_;
  const unsigned threads_;
  std::vector<Record> cuts_;  // where each slice but the first begins
  std::size_t slices_ = 0;
  std::size_t begun_ = 0;  // slices
  Pool<Room> rooms_;
  Round rounds_[2];  // one is handed out while the other is merged
  std::size_t turn_ = 0;
  std::size_t at_ = 0;       // slice of the round that is handed out
  std::future<void> ahead_;  // destroyed first, because its threads use the other members
};

struct SortBudget {
  std::uint64_t memory = 256ull << 20;  // bytes for records in memory at a time
  unsigned threads = 0;
  FileSystem::Path directory;          // where runs are spilled; must exist
  std::string name;                    // of this sort, unique in the directory
  const Progress* progress = nullptr;  // asked regularly whether to go on
};

// Runs on disk, removed with their last reader.
template <SortRecord Record>
class SpilledRuns {
 public:
  SpilledRuns() = default;
  SpilledRuns(SpilledRuns&&) = default;
  SpilledRuns& operator=(SpilledRuns&&) = delete;
  ~SpilledRuns() {
    std::error_code ignored;
    for (const Run<Record>& run : runs_) std::filesystem::remove(run.path, ignored);
  }

  bool empty() const { return runs_.empty(); }
  std::size_t size() const { return runs_.size(); }
  const std::vector<Run<Record>>& all() const { return runs_; }
  Run<Record>& add(FileSystem::Path path) {
    return runs_.emplace_back(Run<Record>{std::move(path), {}});
  }
  // The runs that were added first.
  SpilledRuns take(std::size_t count) {
    SpilledRuns taken;
    const auto end = runs_.begin() + static_cast<std::ptrdiff_t>(count);
    taken.runs_.assign(std::move_iterator(runs_.begin()), std::move_iterator(end));
    runs_.erase(runs_.begin(), end);
    return taken;
  }

 private:
  std::vector<Run<Record>> runs_;
};

// Runs merged by one thread.
template <SortRecord Record>
class SerialMerge {
 public:
  Result<void> add(RunReader<Record> run) {
    return merge_.add([held = std::make_shared<Held>(std::move(run))] { return held->next(); });
  }

  // The next records in order, none at the end; valid until the next call.
  Result<std::span<const Record>> next() {
    some_.clear();
    while (some_.size() < kSome) {
      WHORL_ASSIGN_OR_RETURN(auto record, merge_.next());
      if (!record) break;
      some_.push_back(*record);
    }
    return std::span<const Record>(some_);
  }

 private:
  static constexpr std::size_t kSome = 1024;

  // The block of a run that is being merged.
  struct Held {
    explicit Held(RunReader<Record> reader) : run(std::move(reader)) {}
    Result<std::span<const Record>> next() {
      records.clear();
      if (at < run.blocks().size()) {
        WHORL_RETURN_IF_ERROR(run.read(run.blocks()[at++], packed, records));
      }
      return std::span<const Record>(records);
    }

    RunReader<Record> run;
    std::size_t at = 0;
    std::vector<char> packed;
    std::vector<Record> records;
  };

  Merge<Record> merge_;
  std::vector<Record> some_;
};

// The merged stream. Its runs are removed with it.
template <SortRecord Record>
class SortedStream {
 public:
  // Gives the next records in order, none at the end; they are valid until the next call.
  using Source = std::function<Result<std::span<const Record>>()>;

  // One run that never left memory.
  explicit SortedStream(std::vector<Record> in_memory, const Progress* progress = nullptr)
      : memory_(std::move(in_memory)), progress_(progress) {}

  explicit SortedStream(Source source, const Progress* progress = nullptr)
      : source_(std::move(source)), progress_(progress) {}

  // The next record in order, or null at the end; valid until the next call.
  Result<const Record*> next() {
    if (ahead_.empty()) WHORL_RETURN_IF_ERROR(fill());
    if (ahead_.empty()) return nullptr;
    const Record* record = ahead_.data();
    ahead_ = ahead_.subspan(1);
    return record;
  }

  // The next records that are available at once, none at the end; valid until the next call.
  Result<std::span<const Record>> next_some() {
    if (ahead_.empty()) WHORL_RETURN_IF_ERROR(fill());
    return std::exchange(ahead_, {});
  }

 private:
  static constexpr std::size_t kSome = 1 << 16;  // records in memory that are returned at a time

  Result<void> fill() {
    WHORL_RETURN_IF_ERROR(go_on(progress_));
    if (source_) {
      WHORL_ASSIGN_OR_RETURN(ahead_, source_());
    } else {
      const auto rest = std::span<const Record>(memory_).subspan(at_);
      ahead_ = rest.first(std::min(rest.size(), kSome));
      at_ += ahead_.size();
    }
    return {};
  }

  std::vector<Record> memory_;
  std::size_t at_ = 0;  // of it
  Source source_;       // none: all are in memory
  const Progress* progress_;
  std::span<const Record> ahead_;
};

template <SortRecord Record>
class ExternalSorter {
 public:
  ExternalSorter(FileSystem& file_system, SortBudget budget)
      : file_system_(file_system), budget_(std::move(budget)) {
    capacity_ = std::max<std::size_t>(kRunBlock, budget_.memory / sizeof(Record));
    capacity_ = reserve_up_to(records_, capacity_, kRunBlock);
  }

  Result<void> add(const Record& record) {
    if (records_.size() == capacity_) {
      WHORL_RETURN_IF_ERROR(spill());
    }
    records_.push_back(record);
    return {};
  }

  // Equivalent to add() of each record in order.
  Result<void> add_all(std::span<const Record> records) {
    WHORL_RETURN_IF_ERROR(go_on(budget_.progress));
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

  Result<SortedStream<Record>> finish();

 private:
  // A run needs memory for a block and for its packed form.
  std::size_t runs_at_a_time() const {
    return std::clamp<std::size_t>(budget_.memory / (3 * kRunBlock * sizeof(Record)), 8, 512);
  }

  // Blocks of all `runs` together that a thread may merge at a time, in half of the memory. 0 means
  // that one thread merges all.
  std::size_t blocks_a_slice(std::size_t runs) const {
    constexpr std::size_t kMax = 4, kMin = SlicedMerge<Record>::kFewestOfARun;  // of a run
    const std::size_t room = budget_.memory / 2 / (kRunBlock * sizeof(Record));
    for (std::size_t blocks = kMax * runs; blocks >= kMin * runs; blocks -= runs) {
      if (SlicedMerge<Record>::blocks_held(blocks, runs, budget_.threads) <= room) return blocks;
    }
    return 0;
  }

  Result<SortedStream<Record>> merged(SpilledRuns<Record> spilled) {
    const auto runs = std::make_shared<const SpilledRuns<Record>>(std::move(spilled));
    std::vector<RunReader<Record>> readers;
    for (const Run<Record>& run : runs->all()) {
      WHORL_ASSIGN_OR_RETURN(
          auto reader,
          RunReader<Record>::open(file_system_, std::shared_ptr<const Run<Record>>(runs, &run)));
      readers.push_back(std::move(reader));
    }
    if (const std::size_t slice = blocks_a_slice(readers.size()); slice > 0) {
      return stream_of(
          std::make_shared<SlicedMerge<Record>>(std::move(readers), slice, budget_.threads));
    }
    auto merge = std::make_shared<SerialMerge<Record>>();
    for (RunReader<Record>& reader : readers) WHORL_RETURN_IF_ERROR(merge->add(std::move(reader)));
    return stream_of(std::move(merge));
  }

  template <class Merged>
  SortedStream<Record> stream_of(std::shared_ptr<Merged> merged) const {
    return SortedStream<Record>([merged = std::move(merged)] { return merged->next(); },
                                budget_.progress);
  }

  Result<void> sort() {
    if constexpr (HasSortKey<Record>) {
      return radix_sort(std::span(records_), budget_.threads, budget_.progress);
    } else {
      parallel_sort(records_, budget_.threads);
      return {};
    }
  }

  // Makes a run of what write(RunWriter) writes and puts it last.
  template <class Write>
  Result<void> add_run(Write write) {
    const auto path = budget_.directory / (budget_.name + "." + std::to_string(made_++) + ".run");
    WHORL_ASSIGN_OR_RETURN(auto file, file_system_.write(path));
    RunWriter<Record> run(std::move(file), runs_.add(path), budget_.threads, budget_.progress);
    WHORL_RETURN_IF_ERROR(write(run));
    spilled_ += run.bytes();
    return run.finish();
  }

  Result<void> spill();

  // Merges the oldest runs into one and puts it last.
  Result<void> merge_some() {
    WHORL_ASSIGN_OR_RETURN(auto stream, merged(runs_.take(runs_at_a_time())));
    return add_run([&](RunWriter<Record>& run) -> Result<void> {
      std::vector<Record> block;  // so that each block of the run is whole
      block.reserve(kRunBlock);
      while (true) {
        WHORL_ASSIGN_OR_RETURN(auto record, stream.next());
        if (record) block.push_back(*record);
        if (block.size() == kRunBlock || !record) {
          WHORL_RETURN_IF_ERROR(run.append(block));
          block.clear();
        }
        if (!record) return {};
      }
    });
  }

  FileSystem& file_system_;
  SortBudget budget_;
  std::size_t capacity_;
  std::vector<Record> records_;
  SpilledRuns<Record> runs_;  // to merge
  std::size_t made_ = 0;      // runs, those merged since among them
  std::uint64_t spilled_ = 0;
};

// These are outside the class, so they are not inline. With an `extern template`, other sources do
// not instantiate the sorts, runs and merges again.
template <SortRecord Record>
Result<SortedStream<Record>> ExternalSorter<Record>::finish() {
  if (runs_.empty()) {
    WHORL_RETURN_IF_ERROR(sort());
    return SortedStream<Record>(std::move(records_), budget_.progress);
  }
  WHORL_RETURN_IF_ERROR(spill());
  release(records_);
  while (runs_.size() > runs_at_a_time()) {
    WHORL_RETURN_IF_ERROR(merge_some());
  }
  return merged(std::move(runs_));
}

template <SortRecord Record>
Result<void> ExternalSorter<Record>::spill() {
  WHORL_RETURN_IF_ERROR(go_on(budget_.progress));
  WHORL_RETURN_IF_ERROR(sort());
  auto spilled = add_run([&](RunWriter<Record>& run) { return run.append(records_); });
  records_.clear();
  return spilled;
}

}  // namespace whorl::internal::base
