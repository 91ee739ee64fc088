// XXH3-64 of many inputs of one length, 17 to 128 bytes: what depends on length and seed alone is
// had once. The same values as XXH3_64bits_withSeed().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace whorl::internal::kernels {

inline constexpr std::size_t kMidLengthLeast = 17;
inline constexpr std::size_t kMidLengthMost = 128;

// kPairs = ceil(bytes / 32): 16 bytes from the front and 16 from the back are a pair.
template <std::size_t kPairs>
class MidLengthHash {
 public:
  // `secret` are the 192 bytes of the default secret.
  MidLengthHash(std::size_t bytes, std::uint64_t seed, const std::uint8_t* secret) : bytes_(bytes) {
    for (std::size_t i = 0; i < 2 * kPairs; ++i) {
      low_[i] = word(secret + 16 * i) + seed;
      high_[i] = word(secret + 16 * i + 8) - seed;
    }
  }

  std::uint64_t operator()(const std::uint8_t* input) const {
    std::uint64_t sum = bytes_ * 0x9E3779B185EBCA87u;
    for (std::size_t i = 0; i < kPairs; ++i) {
      sum += mixed(input + 16 * i, 2 * i);
      sum += mixed(input + bytes_ - 16 * (i + 1), 2 * i + 1);
    }
    sum = (sum ^ sum >> 37) * 0x165667919E3779F9u;
    return sum ^ sum >> 32;
  }

 private:
  static std::uint64_t word(const std::uint8_t* at) {
    std::uint64_t value;
    std::memcpy(&value, at, sizeof(value));
    return value;
  }

  std::uint64_t mixed(const std::uint8_t* at, std::size_t i) const {
    __extension__ using Product = unsigned __int128;
    const Product product = Product{word(at) ^ low_[i]} * (word(at + 8) ^ high_[i]);
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  std::size_t bytes_;
  std::array<std::uint64_t, 2 * kPairs> low_, high_;
};

}  // namespace whorl::internal::kernels
