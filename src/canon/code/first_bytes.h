// FirstBytes: whether some word of a list may begin with two given bytes. A quick answer before a
// search; at times "yes" where none does.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace whorl::internal::canon::code {

class FirstBytes {
 public:
  void add(char first, char second) {
    firsts_[index(first)] = bit(first);
    seconds_[index(second)] |= bit(first);
  }
  void add_all(char first) {
    firsts_[index(first)] = bit(first);
    for (std::uint32_t& bits : seconds_) bits |= bit(first);
  }

  bool may_begin(char first, char second) const {
    return (firsts_[index(first)] & seconds_[index(second)]) != 0;
  }

 private:
  static std::size_t index(char c) { return static_cast<std::uint8_t>(c); }
  static std::uint32_t bit(char first) { return std::uint32_t{1} << (first & 31); }

  std::array<std::uint32_t, 256> firsts_{};   // its bit for each first byte
  std::array<std::uint32_t, 256> seconds_{};  // bits of the first bytes before each second one
};

}  // namespace whorl::internal::canon::code
