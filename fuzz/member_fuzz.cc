// Any bytes as a packed file of several members: unpacking continues after damage and always ends.
#include <cstdint>
#include <memory>
#include <utility>

#include "input/archives/member_stream.h"
#include "memory_stream.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whorl::internal::input;
  constexpr std::uint64_t kEnough = 64 << 20;  // bzip2 and xz may expand a thousand times and more
  const std::string_view packed(reinterpret_cast<const char*>(data), size);
  for (const char* path : {"fuzz.gz", "fuzz.bz2", "fuzz.xz", "fuzz.zst"}) {
    auto decoder = decoder_for(path, packed, {.window_bytes = 1 << 20});
    if (decoder == nullptr) continue;
    const auto stream =
        unpack_members(std::make_unique<whorl::MemoryStream>(packed), path, std::move(decoder));
    std::uint64_t bytes = 0;
    while (bytes < kEnough) {
      const auto block = stream->next();
      if (!block || block->empty()) break;
      bytes += block->size();
    }
  }
  return 0;
}
