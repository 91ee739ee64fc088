// Arrays of plain values in files, which one task writes whole and others read.
//
// A file has sections, so that each task that reads it reads only its own. Format: docs/format.md,
// "Tasks".
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/try.h"

namespace whorl::internal::tasks {

// The bytes of the sections of a file, one after the other.
class SectionWriter {
 public:
  template <class Value>
  void add(std::span<const Value> section) {
    const std::span<const std::byte> bytes = std::as_bytes(section);
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    ends_.push_back(bytes_.size());
  }
  // Writes the file atomically. It is on the disk when this returns.
  Result<void> write(const base::FileSystem::Path& path) const;

 private:
  std::vector<std::byte> bytes_;
  std::vector<std::uint64_t> ends_;
};

// Reads one section. Fails with ErrorCode::corrupt if its bytes or the table changed.
Result<std::vector<std::byte>> read_section(const base::FileSystem::Path& path,
                                            std::uint32_t section);

template <class Value>
Result<std::vector<Value>> read_section_of(const base::FileSystem::Path& path,
                                           std::uint32_t section);

template <class Value>
Result<void> write_array(const base::FileSystem::Path& path, std::span<const Value> values) {
  SectionWriter writer;
  writer.add(values);
  return writer.write(path);
}

template <class Value>
Result<std::vector<Value>> read_array(const base::FileSystem::Path& path) {
  return read_section_of<Value>(path, 0);
}

tl::unexpected<Error> damaged(const base::FileSystem::Path& path);

template <class Value>
Result<std::vector<Value>> read_section_of(const base::FileSystem::Path& path,
                                           std::uint32_t section) {
  WHORL_ASSIGN_OR_RETURN(const auto bytes, read_section(path, section));
  if (bytes.size() % sizeof(Value) != 0) return damaged(path);
  std::vector<Value> values(bytes.size() / sizeof(Value));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace whorl::internal::tasks
