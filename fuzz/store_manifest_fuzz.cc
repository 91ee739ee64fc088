// Any bytes as store.json: what is taken is kept by saving it, or it is refused with a sentence.
#include "memory_files.h"
#include "memory_stream.h"
#include "store/manifest.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whorl::internal;
  fuzz::MemoryFiles files;
  files.put("store.json", std::string(reinterpret_cast<const char*>(data), size));
  const auto manifest = store::load(files, "store");
  if (!manifest) {
    fuzz::require(!manifest.error().message.empty());
    return 0;
  }
  fuzz::require(manifest->has_value());
  (void)store::same_settings((*manifest)->settings, (*manifest)->settings);
  (void)store::load_finished(files, "store");
  return 0;
}
