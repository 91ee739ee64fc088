// A database that RocksDB has opened.
#pragma once

#include <rocksdb/db.h>

#include "registry/database.h"
#include "registry/failed_writes.h"

namespace whorl::internal::registry {

struct Database::Opened {
  static Result<std::unique_ptr<Opened>> open(const std::filesystem::path& folder, Access access);
  ~Opened();

  // The error of a write that failed; no other is made then.
  Result<void> written(const rocksdb::Status& status);
  Result<void> check_takes_writes() const;
  // That of the present generation; null where there is none.
  rocksdb::ColumnFamilyHandle* table(Table table) const;
  Result<void> drop_other_generations();
  // Writes sorted files of the buckets and takes them in as the table of that generation.
  Result<rocksdb::ColumnFamilyHandle*> add_postings(std::uint64_t number,
                                                    const std::function<Result<Bucket>()>& next);

  std::filesystem::path folder;
  Access access = Access::read;
  std::shared_ptr<FailedWrites> failed_writes = std::make_shared<FailedWrites>();
  std::unique_ptr<rocksdb::Env> env;
  std::unique_ptr<rocksdb::DB> db;
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  std::uint64_t generation = 0;
};

}  // namespace whorl::internal::registry
