#include "registry/database_options.h"

#include <rocksdb/cache.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>

#include "registry/join_runs.h"

namespace whorl::internal::registry {
namespace {

constexpr std::size_t kWriteBuffer = 32u << 20;
constexpr std::size_t kBlockCache = 256u << 20;
constexpr int kCacheShardBits = 3;  // the bucket of a frequent fingerprint may take megabytes
constexpr double kNameFilterBits = 10;

// Shared by all tables of all registries of the process.
const std::shared_ptr<rocksdb::Cache>& block_cache() {
  static const std::shared_ptr<rocksdb::Cache> cache =
      rocksdb::NewLRUCache(kBlockCache, kCacheShardBits);
  return cache;
}

std::unique_ptr<rocksdb::Env>& given_env() {
  static std::unique_ptr<rocksdb::Env> env;
  return env;
}

bool is_held(const rocksdb::Status& status) {
  return status.IsIOError() && status.ToString().find("lock") != std::string::npos;
}

}  // namespace

void set_file_system(const std::shared_ptr<rocksdb::FileSystem>& file_system) {
  given_env() = file_system ? rocksdb::NewCompositeEnv(file_system) : nullptr;
}

rocksdb::DBOptions database_options() {
  rocksdb::DBOptions options;
  if (given_env()) options.env = given_env().get();
  options.max_background_jobs = 2;
  options.max_open_files = -1;  // what a reader has opened stays, whatever the writer removes
  options.info_log_level = rocksdb::ERROR_LEVEL;
  options.keep_log_file_num = 2;
  options.max_manifest_file_size = 4u << 20;
  options.atomic_flush = true;
  return options;
}

rocksdb::ColumnFamilyOptions table_options(Table table) {
  rocksdb::ColumnFamilyOptions options;
  options.write_buffer_size = kWriteBuffer;
  rocksdb::BlockBasedTableOptions blocks;
  blocks.block_cache = block_cache();
  blocks.format_version = 5;
  if (table == Table::names) {
    blocks.filter_policy.reset(rocksdb::NewBloomFilterPolicy(kNameFilterBits));
  }
  if (table == Table::postings) {
    options.merge_operator = join_runs();
    options.compression = rocksdb::kNoCompression;
  } else {
    options.compression = rocksdb::kZSTD;
  }
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(blocks));
  return options;
}

std::string table_name(Table table, std::uint64_t generation) {
  switch (table) {
    case Table::facts:
      return "default";  // that of RocksDB
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
                at + "another process writes to this registry; wait until it is done");
  }
  if (status.IsCorruption()) {
    return fail(ErrorCode::corrupt, at + "is damaged (" + status.ToString() +
                                        "); put a backup in its place: whorl registry restore");
  }
  if (status.IsNoSpace()) return fail(ErrorCode::io, at + "the disk is full");
  return fail(ErrorCode::io, at + status.ToString());
}

}  // namespace whorl::internal::registry
