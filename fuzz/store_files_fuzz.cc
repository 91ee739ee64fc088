// Any bytes in a file of a store, under checksums that hold: `whorl check` finds what is wrong or
// takes it for sound, and trusts none of it. damaged_store.h describes the inputs.
#include "damaged_store.h"
#include "memory_disk.h"
#include "store/check/whole_store.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whorl;
  if (size < 5) return 0;
  fuzz::MemoryDisk disk;
  const fuzz::Damaged damaged = fuzz::write_damaged(disk, "store", data, size);
  const internal::store::StoreFiles files(disk, "store", damaged.table);
  const auto check = [&](auto manifest) {
    manifest.files = damaged.table;
    return internal::store::check::check_files(files, manifest, fuzz::quiet);
  };
  const auto findings = std::visit(check, damaged.store.manifest);
  if (!findings) {
    fuzz::require(!findings.error().message.empty());
    return 0;
  }
  fuzz::require(damaged.changed || findings->empty());
  for (const StoreFinding& finding : *findings) fuzz::require(!finding.what.empty());
  return 0;
}
