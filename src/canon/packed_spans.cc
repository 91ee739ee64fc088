#include "canon/packed_spans.h"

#include <algorithm>

namespace whorl::internal::canon {
namespace {

constexpr std::uint64_t kBlock = 64;
constexpr std::uint8_t kLarge = 255;

}  // namespace

void PackedSpans::SmallNumbers::add(std::uint32_t value) {
  if (value >= kLarge) large.emplace_back(static_cast<std::uint32_t>(bytes.size()), value);
  bytes.push_back(static_cast<std::uint8_t>(std::min<std::uint32_t>(value, kLarge)));
}

std::uint32_t PackedSpans::SmallNumbers::operator[](std::uint64_t i) const {
  if (bytes[i] != kLarge) return bytes[i];
  return std::ranges::lower_bound(large, i, {}, &std::pair<std::uint32_t, std::uint32_t>::first)
      ->second;
}

void PackedSpans::add(std::uint32_t begin, std::uint32_t end) {
  if (size() % kBlock == 0) begins_.push_back(begin);
  steps_.add(begin - last_begin_);
  lengths_.add(end - begin);
  last_begin_ = begin;
}

ByteRange PackedSpans::operator[](std::uint64_t i) const {
  std::uint64_t begin = begins_[i / kBlock];
  for (std::uint64_t at = i / kBlock * kBlock + 1; at <= i; ++at) begin += steps_[at];
  return {begin, begin + lengths_[i]};
}

}  // namespace whorl::internal::canon
