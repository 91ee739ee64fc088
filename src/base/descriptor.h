// Open files by their descriptor: one that closes itself, reading at an offset, regular files only.
#pragma once

#include <unistd.h>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <utility>

namespace whorl::internal::base {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) noexcept : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { reset(); }

  // Negative if there is none.
  int get() const { return number_; }
  void reset(int number = -1) {
    if (number_ >= 0) ::close(number_);
    number_ = number;
  }

 private:
  int number_;
};

// Opens regular files only. Opening a pipe would block until a process writes to it.

// Fails, as std::ifstream does, for anything but a regular file or a link to one.
std::ifstream open_regular_file(const std::filesystem::path& path);

// Reading an open file at any offset, by several threads at once.

// Reads from `offset` on until `out` is full or the file ends. Returns the number of bytes, or
// nothing if the system refuses (errno says why).
std::optional<std::size_t> read_at(int descriptor, std::uint64_t offset, std::span<std::byte> out);

}  // namespace whorl::internal::base
