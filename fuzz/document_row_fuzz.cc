// Any bytes as the row of a registered document: what is taken packs to the same document again.
#include "jobs/registry/document_row.h"
#include "memory_stream.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whorl::internal;
  const auto row = registry::unpack_row({reinterpret_cast<const char*>(data), size});
  if (!row) {
    fuzz::require(!row.error().message.empty());
    return 0;
  }
  const auto again = registry::unpack_row(registry::pack(*row));
  fuzz::require(again.has_value());
  fuzz::require(again->document.codes == row->document.codes);
  fuzz::require(again->digest == row->digest && again->postings == row->postings);
  return 0;
}
