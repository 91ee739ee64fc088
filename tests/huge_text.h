// A text of 4 GiB that cannot be read: touching one of its bytes ends the program.
#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <string_view>

namespace whorl::test {

class HugeText {
 public:
  explicit HugeText(std::uint64_t bytes = std::uint64_t{1} << 32)
      : bytes_(bytes),
        memory_(::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                       0)) {}
  ~HugeText() { ::munmap(memory_, bytes_); }
  HugeText(const HugeText&) = delete;
  HugeText& operator=(const HugeText&) = delete;

  std::string_view view() const { return {static_cast<const char*>(memory_), bytes_}; }

 private:
  std::uint64_t bytes_;
  void* memory_;
};

}  // namespace whorl::test
