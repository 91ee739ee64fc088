// Files in memory that can be written, by their last name.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/file_system.h"
#include "memory_files.h"

namespace fuzz {

class MemoryWriter final : public whorl::internal::base::WritableFile {
 public:
  explicit MemoryWriter(std::string& bytes) : bytes_(bytes) {}

  whorl::Result<void> append(std::span<const std::byte> bytes) override {
    bytes_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return {};
  }
  whorl::Result<void> flush() override { return {}; }
  whorl::Result<void> sync() override { return {}; }

 private:
  std::string& bytes_;
};

// A file is not written again while it is read.
class MemoryDisk final : public whorl::internal::base::FileSystem {
 public:
  whorl::Result<std::unique_ptr<whorl::internal::base::WritableFile>> write(
      const Path& path, std::uint64_t keep) override {
    std::string& bytes = files_[path.filename().string()];
    bytes.resize(keep);
    return std::make_unique<MemoryWriter>(bytes);
  }
  whorl::Result<std::unique_ptr<whorl::internal::base::ReadableFile>> read(
      const Path& path) override {
    return read_one(files_, path);
  }

 private:
  NamedBytes files_;
};

}  // namespace fuzz
