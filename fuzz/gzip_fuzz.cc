// Any bytes as gzip of several members: unpacking goes on after damage and always ends.
#include <cstdint>

#include "memory_stream.h"
#include "read/gzip_stream.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whorl::internal::read;
  const std::string_view packed(reinterpret_cast<const char*>(data), size);
  const auto stream = unpack_gzip(std::make_unique<whorl::MemoryStream>(packed), "fuzz.gz");
  std::uint64_t bytes = 0;
  for (;;) {
    const auto block = stream->next();
    if (!block || block->empty()) break;
    bytes += block->size();
    fuzz::require(bytes < (size + 1) * 2000);  // deflate packs no tighter than 1,032 to 1
  }
  return 0;
}
