// A regular file that several threads can read at any offset at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "base/descriptor.h"
#include "whorl/result.h"

namespace whorl::internal::input {

class PositionedFile {
 public:
  // Opens like open_file() in input/input.h, with the same errors.
  static Result<PositionedFile> open(const std::string& path);

  // Bytes when it was opened.
  std::uint64_t size() const { return size_; }

  // Reads from `offset` on until `out` is full or the file ends; returns the number of bytes.
  Result<std::size_t> read(std::uint64_t offset, std::span<char> out) const;

  // True if its size has changed since it was opened.
  bool changed() const;

 private:
  PositionedFile(base::Descriptor descriptor, std::uint64_t size)
      : descriptor_(std::move(descriptor)), size_(size) {}
  base::Descriptor descriptor_;
  std::uint64_t size_;
};

}  // namespace whorl::internal::input
