// Files in memory, by their last name, for fuzzers of what reads files: nothing is written.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/file_system.h"

namespace fuzz {

class MemoryFile final : public whorl::internal::base::ReadableFile {
 public:
  explicit MemoryFile(std::string_view bytes) : bytes_(bytes) {}

  whorl::Result<std::size_t> read(std::uint64_t offset,
                                  std::span<std::byte> buffer) const override {
    if (offset >= bytes_.size()) return std::size_t{0};
    const std::size_t size = std::min<std::size_t>(buffer.size(), bytes_.size() - offset);
    std::memcpy(buffer.data(), bytes_.data() + offset, size);
    return size;
  }
  std::uint64_t size() const override { return bytes_.size(); }

 private:
  std::string_view bytes_;
};

// Files in memory by their last name: those of a folder lie in another folder too.
using NamedBytes = std::map<std::string, std::string, std::less<>>;

inline whorl::Result<std::unique_ptr<whorl::internal::base::ReadableFile>> read_one(
    const NamedBytes& files, const whorl::internal::base::FileSystem::Path& path) {
  const auto file = files.find(path.filename().string());
  if (file == files.end()) {
    return whorl::fail(whorl::ErrorCode::not_found, path.string() + ": is not there");
  }
  return std::make_unique<MemoryFile>(file->second);
}

class MemoryFiles final : public whorl::internal::base::FileSystem {
 public:
  void put(std::string name, std::string bytes) { files_[std::move(name)] = std::move(bytes); }

  whorl::Result<std::unique_ptr<whorl::internal::base::WritableFile>> write(
      const Path& path, std::uint64_t /*keep*/) override {
    return whorl::fail(whorl::ErrorCode::io, path.string() + ": nothing is written");
  }
  whorl::Result<std::unique_ptr<whorl::internal::base::ReadableFile>> read(
      const Path& path) override {
    return read_one(files_, path);
  }

 private:
  NamedBytes files_;
};

}  // namespace fuzz
