#include "jobs/registry/database_options.h"

#include <rocksdb/cache.h>
#include <rocksdb/env.h>
#include <rocksdb/file_system.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/merge_operator.h>
#include <rocksdb/table.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <utility>

namespace whorl::internal::registry {
namespace {

// Files of a registry are read directly from mapped memory: no copy and no call a read.

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;
constexpr std::size_t kMuch = 64u << 10;  // bytes that are read together

void will_need(const Slice& mapped) {
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto at = reinterpret_cast<std::uintptr_t>(mapped.data());
  const std::uintptr_t begin = at / page * page;
  ::madvise(reinterpret_cast<void*>(begin), at - begin + mapped.size(), MADV_WILLNEED);
}

// Its data are in the mapping.
class MappedFile final : public rocksdb::FSRandomAccessFileOwnerWrapper {
 public:
  using FSRandomAccessFileOwnerWrapper::FSRandomAccessFileOwnerWrapper;

  IOStatus Read(std::uint64_t offset, std::size_t bytes, const IOOptions& options, Slice* result,
                char* scratch, IODebugContext* context) const override {
    if (!target()->Read(offset, bytes, options, result, scratch, context).ok()) {
      return IOStatus::Corruption("a file is shorter than it was written");
    }
    if (bytes >= kMuch) will_need(*result);
    return IOStatus::OK();
  }

  IOStatus Prefetch(std::uint64_t offset, std::size_t bytes, const IOOptions& options,
                    IODebugContext* context) override {
    Slice part;
    auto status = target()->Read(offset, bytes, options, &part, nullptr, context);
    if (status.ok()) will_need(part);
    return status;
  }
};

class MappedFiles final : public rocksdb::FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "whorl.mapped_files"; }

  IOStatus NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions& options,
                               std::unique_ptr<rocksdb::FSRandomAccessFile>* file,
                               IODebugContext* context) override {
    auto status = target()->NewRandomAccessFile(path, options, file, context);
    if (status.ok() && options.use_mmap_reads) {
      *file = std::make_unique<MappedFile>(std::move(*file));
    }
    return status;
  }
};

// The file system `below`, with sorted files that RocksDB maps. Large reads, such as the index of a
// table or the next blocks of a walk, ask the system to read ahead. Other pages are read one at a
// time, because searches jump between them.
std::shared_ptr<rocksdb::FileSystem> mapped_files(std::shared_ptr<rocksdb::FileSystem> below) {
  return std::make_shared<MappedFiles>(std::move(below));
}

// Lets RocksDB append runs of postings to a bucket without reading it.

// A bucket is the concatenation of its runs, so any operands can be joined.
class JoinRuns final : public rocksdb::MergeOperator {
 public:
  const char* Name() const override { return "whorl.join_runs"; }

  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
    out->new_value.clear();  // it may contain the value of another key
    if (in.existing_value != nullptr) out->new_value = in.existing_value->ToString();
    for (const rocksdb::Slice& run : in.operand_list) out->new_value.append(run.data(), run.size());
    return true;
  }

  bool PartialMergeMulti(const rocksdb::Slice&, const std::deque<rocksdb::Slice>& runs,
                         std::string* joined, rocksdb::Logger*) const override {
    joined->clear();
    for (const rocksdb::Slice& run : runs) joined->append(run.data(), run.size());
    return true;
  }
};

std::shared_ptr<rocksdb::MergeOperator> join_runs() { return std::make_shared<JoinRuns>(); }

constexpr std::size_t kWriteBuffer = 32u << 20;
constexpr std::size_t kBlockCache = 64u << 20;
constexpr double kFilterBits = 10;  // a key
// The false-positive rate of the filter for data that are written but not in sorted files yet. The
// filter shows that nothing was appended to most buckets.
constexpr double kAppendedFilter = .02;
// For postings: a search needs single buckets of about this size.
constexpr std::size_t kPostingsBlock = 1u << 10;

// Blocks of rows, uncompressed; all registries of the process share it. Postings are not cached:
// they are read from mapped memory.
const std::shared_ptr<rocksdb::Cache>& block_cache() {
  static const std::shared_ptr<rocksdb::Cache> cache = rocksdb::NewLRUCache(kBlockCache);
  return cache;
}

std::unique_ptr<rocksdb::Env> env_over(const std::shared_ptr<rocksdb::FileSystem>& files) {
  return rocksdb::NewCompositeEnv(mapped_files(files));
}

std::unique_ptr<rocksdb::Env>& present_env() {
  static auto env = env_over(rocksdb::FileSystem::Default());
  return env;
}

// RocksDB would write its messages to a file of the database.
class NoMessages final : public rocksdb::Logger {
 public:
  using Logger::Logv;
  void Logv(const char* /*format*/, va_list /*arguments*/) override {}
};

// Locked by another process, or by this one.
bool is_held(const rocksdb::Status& status) {
  const std::string text = status.ToString();
  const auto says = [&](const char* words) { return text.find(words) != std::string::npos; };
  return status.IsIOError() && (says("lock hold by current process") ||
                                (says("lock file") && says("Resource temporarily unavailable")));
}

}  // namespace

void set_file_system(const std::shared_ptr<rocksdb::FileSystem>& file_system) {
  present_env() = env_over(file_system ? file_system : rocksdb::FileSystem::Default());
}

Result<void> check_address_space() {
  constexpr std::size_t kNeeded = 400ull << 20;  // a writer used up to 365 MiB
  void* const room =
      ::mmap(nullptr, kNeeded, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room != MAP_FAILED) return ::munmap(room, kNeeded), Result<void>{};
  return fail(ErrorCode::out_of_memory,
              "writing to a registry needs " + std::to_string(kNeeded >> 20) +
                  " MB of address space, and less is available: raise the limit (ulimit -v)");
}

rocksdb::DBOptions database_options() {
  rocksdb::DBOptions options;
  options.env = present_env().get();
  options.max_background_jobs = 2;
  // Files opened by a reader stay open even if the writer removes them.
  options.max_open_files = -1;
  options.info_log = std::make_shared<NoMessages>();
  // With more threads RocksDB ends the program if it cannot start one.
  options.max_file_opening_threads = 1;
  options.max_manifest_file_size = 4u << 20;
  options.atomic_flush = true;
  options.allow_mmap_reads = true;
  return options;
}

rocksdb::ColumnFamilyOptions table_options(Table table) {
  rocksdb::ColumnFamilyOptions options;
  options.write_buffer_size = kWriteBuffer;
  rocksdb::BlockBasedTableOptions blocks;
  blocks.format_version = 5;
  // Most names are new; files written since the last compaction contain few of the postings.
  if (table == Table::names || table == Table::postings) {
    blocks.filter_policy.reset(rocksdb::NewBloomFilterPolicy(kFilterBits));
  }
  if (table == Table::postings) {
    blocks.no_block_cache = true;
    blocks.block_size = kPostingsBlock;
    options.memtable_whole_key_filtering = true;
    options.memtable_prefix_bloom_size_ratio = kAppendedFilter;
    options.merge_operator = join_runs();
    options.compression = rocksdb::kNoCompression;
  } else {
    blocks.block_cache = block_cache();
    options.compression = rocksdb::kZSTD;
  }
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(blocks));
  return options;
}

std::string table_name(Table table, std::uint64_t generation) {
  switch (table) {
    case Table::facts:
      return "default";  // the name in RocksDB
    case Table::documents:
      return "documents";
    case Table::names:
      return "names";
    case Table::removed:
      return "removed";
    case Table::postings:
      return "postings." + std::to_string(generation);
  }
  return {};
}

tl::unexpected<Error> failed(const rocksdb::Status& status, const std::filesystem::path& folder) {
  const std::string at = folder.string() + ": ";
  if (is_held(status)) {
    return fail(ErrorCode::invalid_argument,
                at + "another process writes to this registry; wait until it ends");
  }
  if (status.IsCorruption()) {
    return fail(ErrorCode::corrupt, at + "is damaged (" + status.ToString() +
                                        "); restore a backup: whorl registry restore");
  }
  if (status.IsNoSpace()) {
    return fail(ErrorCode::disk_full, at + "the disk is full; free some space and try again");
  }
  return fail(ErrorCode::io, at + status.ToString());
}

}  // namespace whorl::internal::registry
