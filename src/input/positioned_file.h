// A regular file that is read at any offset, by several threads at once.
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
  // Opens as open_file() in input/input.h does, with its errors.
  static Result<PositionedFile> open(const std::string& path);

  // Bytes it held when it was opened.
  std::uint64_t size() const { return size_; }

  // Reads from `offset` on until `out` is full or the file ends; returns how many bytes that are.
  Result<std::size_t> read(std::uint64_t offset, std::span<char> out) const;

  // Whether it holds more or less than when it was opened.
  bool changed() const;

 private:
  PositionedFile(base::Descriptor descriptor, std::uint64_t size)
      : descriptor_(std::move(descriptor)), size_(size) {}
  base::Descriptor descriptor_;
  std::uint64_t size_;
};

}  // namespace whorl::internal::input
