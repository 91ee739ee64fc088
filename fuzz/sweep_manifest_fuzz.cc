// Any bytes as sweeps.json, in a folder whose other files are empty.
#include "jobs/collection/sweep/store.h"
#include "memory_files.h"
#include "memory_stream.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whorl::internal;
  fuzz::MemoryFiles files;
  files.put("sweeps.json", std::string(reinterpret_cast<const char*>(data), size));
  for (const char* name : {store::kVersionsFile, store::kNamesFile, store::kSketchesFile}) {
    files.put(name, "");
  }
  files.put(store::kPagesFile, "");
  const auto manifest = sweep::load(files, "store");
  if (!manifest) {
    fuzz::require(!manifest.error().message.empty());
    return 0;
  }
  fuzz::require(manifest->has_value());
  (void)sweep::SweepStore::open(files, "store");
  return 0;
}
