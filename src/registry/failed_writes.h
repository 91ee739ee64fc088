// What holds of a database after RocksDB failed to write to it.
#pragma once

#include <rocksdb/file_system.h>
#include <rocksdb/listener.h>

#include <atomic>
#include <memory>

namespace whorl::internal::registry {

// Whether a write failed. RocksDB must not write to the database again then: a file that failed
// once ends the program when it is written to once more. Opened anew, the database has all that was
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

// The file system `below`, in which nothing is removed after a write failed: the manifest may name
// a file that RocksDB takes for one that it does not name. Opening the database anew removes what
// is not needed.
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

}  // namespace whorl::internal::registry
