// Any bytes as an info.csv: every row that is taken is found again by its name.
#include <cstdint>
#include <string>

#include "jobs/compare/submissions/metadata.h"
#include "memory_stream.h"
#include "scratch_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whorl::internal::compare::submissions;
  static fuzz::ScratchFile file;
  const auto metadata = Metadata::read(file.hold(data, size));
  if (!metadata) {
    fuzz::require(!metadata.error().message.empty());
    return 0;
  }
  for (const MetadataRow& row : metadata->rows()) {
    const auto hit = metadata->find("/elsewhere/" + row.filename, row.filename);
    fuzz::require(!hit || hit->row < metadata->rows().size());
  }
  return 0;
}
