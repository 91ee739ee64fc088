// Reads any bytes as a segment, with the checksum made right so that it does not shield the rest.

#include <cstdint>
#include <cstring>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "passages/index/segment.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)whorl::internal::index::parse_segment(std::span(data, size));
  if (size < 8) return 0;
  std::vector<std::uint8_t> mended(data, data + size);
  const std::uint64_t checksum = XXH3_64bits(mended.data(), size - 8);
  std::memcpy(mended.data() + size - 8, &checksum, 8);
  (void)whorl::internal::index::parse_segment(mended);
  return 0;
}
