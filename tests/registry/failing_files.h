// A file system whose nth write or synchronisation fails, and all later ones too.
#pragma once

#include <rocksdb/file_system.h>

#include <atomic>
#include <memory>
#include <string>

namespace whorl::test {

enum class Fault { short_write, sync_error, full_disk };

class FailingFiles : public rocksdb::FileSystemWrapper {
 public:
  FailingFiles() : FileSystemWrapper(rocksdb::FileSystem::Default()) {}
  const char* Name() const override { return "FailingFiles"; }

  // Operations fail from the nth on, counted from now until the next call of this function.
  void fail_from(long n, Fault fault) {
    fault_ = fault;
    left_ = n;
    failed_ = false;
  }
  bool has_failed() const { return failed_; }

  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* file,
                                    rocksdb::IODebugContext* context) override {
    auto status = FileSystemWrapper::NewWritableFile(path, options, file, context);
    if (status.ok()) *file = std::make_unique<File>(std::move(*file), *this);
    return status;
  }

 private:
  // RocksDB's own files append in several ways; here all appends go through two functions.
  class File : public rocksdb::FSWritableFileOwnerWrapper {
   public:
    using Options = rocksdb::IOOptions;
    using Context = rocksdb::IODebugContext;
    File(std::unique_ptr<rocksdb::FSWritableFile> file, FailingFiles& files)
        : FSWritableFileOwnerWrapper(std::move(file)), files_(files) {}

    rocksdb::IOStatus Append(const rocksdb::Slice& bytes, const Options& options,
                             Context* context) override {
      if (!files_.fails(Fault::short_write) && !files_.fails(Fault::full_disk)) {
        return FSWritableFileOwnerWrapper::Append(bytes, options, context);
      }
      const rocksdb::Slice half(bytes.data(), bytes.size() / 2);
      FSWritableFileOwnerWrapper::Append(half, options, context).PermitUncheckedError();
      return files_.fault_ == Fault::full_disk ? rocksdb::IOStatus::NoSpace("no space left")
                                               : rocksdb::IOStatus::IOError("short write");
    }
    rocksdb::IOStatus Append(const rocksdb::Slice& bytes, const Options& options,
                             const rocksdb::DataVerificationInfo& /*info*/,
                             Context* context) override {
      return Append(bytes, options, context);
    }
    rocksdb::IOStatus Sync(const Options& options, Context* context) override {
      if (files_.fails(Fault::sync_error)) return rocksdb::IOStatus::IOError("sync");
      return FSWritableFileOwnerWrapper::Sync(options, context);
    }
    rocksdb::IOStatus Fsync(const Options& options, Context* context) override {
      if (files_.fails(Fault::sync_error)) return rocksdb::IOStatus::IOError("fsync");
      return FSWritableFileOwnerWrapper::Fsync(options, context);
    }

   private:
    FailingFiles& files_;
  };

  bool fails(Fault fault) {
    if (fault != fault_ || --left_ > 0) return false;
    failed_ = true;
    return true;
  }

  std::atomic<Fault> fault_ = Fault::short_write;
  std::atomic<long> left_ = 1L << 40;
  std::atomic<bool> failed_ = false;
};

}  // namespace whorl::test
