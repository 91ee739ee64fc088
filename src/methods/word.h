// A short word as the value of a parameter: its bytes, the first one highest.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace whorl::internal::methods {

constexpr std::size_t kLongestWord = sizeof(std::uint64_t);

// `word` must have at most kLongestWord bytes, and none of them may be 0.
constexpr std::uint64_t word_number(std::string_view word) {
  std::uint64_t number = 0;
  for (const char c : word) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

inline std::string word_of_number(std::uint64_t number) {
  std::string word;
  for (int shift = 56; shift >= 0; shift -= 8) {
    const auto byte = static_cast<unsigned char>(number >> shift);
    if (byte != 0) word += static_cast<char>(byte);
  }
  return word;
}

}  // namespace whorl::internal::methods
