// Variable-length integers: seven bits a byte, least significant first (LEB128).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace whorl::internal::base {

inline void put_varint(std::uint64_t value, std::vector<std::uint8_t>& out) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::uint8_t>(value | 0x80));
  out.push_back(static_cast<std::uint8_t>(value));
}

// Reads the output of put_varint. After the end, or for a number over 64 bits, it returns 0 and
// does not advance; `failed` is then true.
class VarintReader {
 public:
  explicit VarintReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint64_t next() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && at_ < bytes_.size(); shift += 7) {
      const std::uint8_t byte = bytes_[at_++];
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
    failed_ = true;
    return 0;
  }

  bool failed() const { return failed_; }
  bool done() const { return at_ == bytes_.size(); }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace whorl::internal::base
