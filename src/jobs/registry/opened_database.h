// A database that RocksDB has opened.
#pragma once

#include <rocksdb/db.h>
#include <rocksdb/file_system.h>
#include <rocksdb/listener.h>

#include <atomic>
#include <memory>

#include "jobs/registry/database.h"

namespace whorl::internal::registry {

// Restrictions of a database after RocksDB has failed to write to it.

// True if a write failed. After that RocksDB must not write to the database: it ends the program if
// a file that failed is written to again. Opening the database again recovers all that was
// acknowledged.
class FailedWrites final : public rocksdb::EventListener {
 public:
  bool any() const { return any_; }
  void note() { any_ = true; }

  // Called by the threads of RocksDB.
  void OnBackgroundError(rocksdb::BackgroundErrorReason /*reason*/,
                         rocksdb::Status* /*error*/) override {
    note();
  }
  // RocksDB would write to the failed files.
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason /*reason*/, rocksdb::Status /*error*/,
                            bool* recover) override {
    *recover = false;
  }

 private:
  std::atomic<bool> any_ = false;
};

// The file system `below`, but after a failed write no file is removed. RocksDB would remove files
// that the manifest may name. The next opening of the database removes those that are not needed.
class KeptFiles final : public rocksdb::FileSystemWrapper {
 public:
  KeptFiles(const std::shared_ptr<rocksdb::FileSystem>& below,
            std::shared_ptr<const FailedWrites> failed)
      : FileSystemWrapper(below), failed_(std::move(failed)) {}
  const char* Name() const override { return "whorl.kept_files"; }

  rocksdb::IOStatus DeleteFile(const std::string& path, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* context) override {
    if (failed_->any()) return rocksdb::IOStatus::OK();
    return target()->DeleteFile(path, options, context);
  }

 private:
  std::shared_ptr<const FailedWrites> failed_;
};

struct Database::Opened {
  static Result<std::unique_ptr<Opened>> open(const std::filesystem::path& folder, Access access);
  ~Opened();

  // The error of a write that failed; no other is made then.
  Result<void> written(const rocksdb::Status& status);
  Result<void> check_takes_writes() const;
  // The table of the current generation; null if there is none.
  rocksdb::ColumnFamilyHandle* table(Table table) const;
  Result<void> drop_other_generations();
  // Writes sorted files of the buckets and adds them as the table of that generation.
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
