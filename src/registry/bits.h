// Numbers in as few bits as they need, least significant bit first.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace whorl::internal::registry {

static_assert(std::endian::native == std::endian::little);

// From this quotient on a Rice code gives way to the number as it is.
inline constexpr unsigned kRiceEscape = 32;

// Appends to a string; finish() fills the last byte with zeros.
class BitWriter {
 public:
  explicit BitWriter(std::string& out) : out_(out) {}

  // The low `width` bits of `value`, up to 32.
  void put(std::uint64_t value, unsigned width) {
    waiting_ |= value << count_;
    count_ += width;
    for (; count_ >= 8; count_ -= 8, waiting_ >>= 8) out_.push_back(static_cast<char>(waiting_));
  }

  void put_long(std::uint64_t value) {
    put(value & 0xffffffff, 32);
    put(value >> 32, 32);
  }

  // value >> low ones, a zero, and the `low` bits, up to 32, that are left (Rice 1979).
  void put_rice(std::uint64_t value, unsigned low) {
    const std::uint64_t quotient = value >> low;
    if (quotient >= kRiceEscape) {
      put(0xffffffff, 32);
      put_long(value);
      return;
    }
    put((std::uint64_t{1} << quotient) - 1, static_cast<unsigned>(quotient) + 1);
    put(value & ((std::uint64_t{1} << low) - 1), low);
  }

  void finish() {
    if (count_ > 0) put(0, 8 - count_);
  }

 private:
  std::string& out_;
  std::uint64_t waiting_ = 0;
  unsigned count_ = 0;
};

// Past the end all bits are zero; `overrun` then tells.
class BitReader {
 public:
  explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t take(unsigned width) {
    const std::uint64_t value = peek() & ((std::uint64_t{1} << width) - 1);
    at_ += width;
    return value;
  }

  std::uint64_t take_long() {
    const std::uint64_t low = take(32);
    return low | take(32) << 32;
  }

  std::uint64_t take_rice(unsigned low) {
    const auto quotient = static_cast<unsigned>(std::countr_one(peek()));
    if (quotient >= kRiceEscape) {
      at_ += kRiceEscape;
      return take_long();
    }
    at_ += quotient + 1;
    return std::uint64_t{quotient} << low | take(low);
  }

  bool overrun() const { return at_ > bytes_.size() * 8; }
  // The bytes that were begun.
  std::size_t bytes_taken() const { return (at_ + 7) / 8; }

 private:
  // At least 57 bits from where it stands.
  std::uint64_t peek() const {
    const std::size_t byte = at_ / 8;
    std::uint64_t word = 0;
    if (byte + sizeof word <= bytes_.size()) {
      std::memcpy(&word, bytes_.data() + byte, sizeof word);
    } else if (byte < bytes_.size()) {
      std::memcpy(&word, bytes_.data() + byte, bytes_.size() - byte);
    }
    return word >> at_ % 8;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;  // in bits
};

}  // namespace whorl::internal::registry
