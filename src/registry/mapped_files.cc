#include "registry/mapped_files.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

namespace whorl::internal::registry {
namespace {

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

// What it reads lies in the mapping.
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

}  // namespace

std::shared_ptr<rocksdb::FileSystem> mapped_files(std::shared_ptr<rocksdb::FileSystem> below) {
  return std::make_shared<MappedFiles>(std::move(below));
}

}  // namespace whorl::internal::registry
