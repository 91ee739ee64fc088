// Numbers in as few bits as they need, least significant bit first.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace whorl::internal::registry {

static_assert(std::endian::native == std::endian::little);

// From this quotient on, a Rice code is replaced by the plain number.
inline constexpr unsigned kRiceEscape = 32;

// Appends to a string; finish() fills the last byte with zeros.
class BitWriter {
 public:
  explicit BitWriter(std::string& out) : out_(out) {}

  // A number of `width` bits, up to 32.
  void put(std::uint64_t value, unsigned width) {
    waiting_ |= value << count_;
    count_ += width;
    if (count_ >= 32) flush(4);
  }

  // Up to 64.
  void put_wide(std::uint64_t value, unsigned width) {
    if (width <= 32) return put(value, width);
    put(value & 0xffffffff, 32);
    put(value >> 32, width - 32);
  }

  // This many zeros and a one.
  void put_unary(std::uint64_t zeros) {
    for (; zeros >= 32; zeros -= 32) put(0, 32);
    put(std::uint64_t{1} << zeros, static_cast<unsigned>(zeros) + 1);
  }

  // value >> low as ones, a zero, and the other `low` bits, up to 32 (Rice 1979).
  void put_rice(std::uint64_t value, unsigned low) {
    const std::uint64_t quotient = value >> low;
    if (quotient >= kRiceEscape) {
      put(0xffffffff, 32);
      put_wide(value, 64);
      return;
    }
    put((std::uint64_t{1} << quotient) - 1, static_cast<unsigned>(quotient) + 1);
    put(value & ((std::uint64_t{1} << low) - 1), low);
  }

  void finish() {
    if (count_ > 0) flush((count_ + 7) / 8);
    count_ = 0;
  }

 private:
  void flush(unsigned bytes) {
    const auto word = static_cast<std::uint32_t>(waiting_);
    out_.append(reinterpret_cast<const char*>(&word), bytes);
    waiting_ >>= 8 * bytes;
    count_ -= std::min(count_, 8 * bytes);
  }

  std::string& out_;
  std::uint64_t waiting_ = 0;
  unsigned count_ = 0;
};

// After the end all bits are zero, and `overrun` is true.
class BitReader {
 public:
  explicit BitReader(std::string_view bytes, std::size_t at = 0) : bytes_(bytes), at_(at) {}

  // Up to 56 bits from the position, which does not change.
  std::uint64_t peek(unsigned width) const { return peek() & ((std::uint64_t{1} << width) - 1); }
  void skip(std::size_t bits) { at_ += bits; }

  std::uint64_t take(unsigned width) {
    const std::uint64_t value = peek(width);
    at_ += width;
    return value;
  }

  // Fills `out` with numbers of `width` bits, up to 32.
  void take_each(unsigned width, std::span<std::uint32_t> out) {
    const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
    const std::size_t whole = words_of(width, out.size());
    std::size_t at = at_;
    for (std::size_t i = 0; i < whole; ++i, at += width) {
      std::uint64_t word;
      std::memcpy(&word, bytes_.data() + at / 8, sizeof word);
      out[i] = static_cast<std::uint32_t>(word >> at % 8 & mask);
    }
    at_ = at;
    for (std::uint32_t& one : out.subspan(whole)) one = static_cast<std::uint32_t>(take(width));
  }

  // Up to 64 bits.
  std::uint64_t take_wide(unsigned width) {
    if (width <= 32) return take(width);
    const std::uint64_t low = take(32);
    return low | take(width - 32) << 32;
  }

  // The zeros before the next one, which is skipped too; all remaining bits if there is none.
  std::uint64_t take_unary() {
    std::uint64_t zeros = 0;
    for (; peek(kChunk) == 0 && !overrun(); zeros += kChunk) at_ += kChunk;
    const auto last = static_cast<unsigned>(std::countr_zero(peek(kChunk) | 1ull << kChunk));
    at_ += last + 1;
    return zeros + last;
  }

  std::uint64_t take_rice(unsigned low) {
    const auto quotient = static_cast<unsigned>(std::countr_one(peek()));
    if (quotient >= kRiceEscape) {
      at_ += kRiceEscape;
      return take_wide(64);
    }
    at_ += quotient + 1;
    return std::uint64_t{quotient} << low | take(low);
  }

  std::size_t at() const { return at_; }
  bool overrun() const { return at_ > bytes_.size() * 8; }
  // The number of bytes read, including a partial one.
  std::size_t bytes_taken() const { return (at_ + 7) / 8; }

 private:
  static constexpr unsigned kChunk = 56;

  // How many of `count` numbers begin where a whole word can be read.
  std::size_t words_of(unsigned width, std::size_t count) const {
    const std::size_t end = bytes_.size() < 8 ? 0 : (bytes_.size() - 7) * 8;
    if (at_ >= end) return 0;
    return width == 0 ? count : std::min(count, (end - at_ - 1) / width + 1);
  }

  // At least 57 bits from the position.
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
