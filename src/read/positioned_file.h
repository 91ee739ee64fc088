// A regular file that is read at any offset, by several threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "whorl/result.h"

namespace whorl::internal::read {

class PositionedFile {
 public:
  // Opens as open_file() in read/input.h does, with its errors.
  static Result<PositionedFile> open(const std::string& path);
  PositionedFile(PositionedFile&& other) noexcept;
  PositionedFile& operator=(PositionedFile&& other) noexcept;
  ~PositionedFile();

  // Bytes it held when it was opened.
  std::uint64_t size() const { return size_; }

  // Reads from `offset` on until `out` is full or the file ends; returns how many bytes that are.
  Result<std::size_t> read(std::uint64_t offset, std::span<char> out) const;

  // Whether it holds more or less than when it was opened.
  bool changed() const;

 private:
  PositionedFile(int descriptor, std::uint64_t size) : descriptor_(descriptor), size_(size) {}
  int descriptor_;
  std::uint64_t size_;
};

}  // namespace whorl::internal::read
