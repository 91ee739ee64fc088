// A registered document as its row of the table holds it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "whorl/registry.h"
#include "whorl/result.h"

namespace whorl::internal::registry {

struct DocumentRow {
  RegisteredDocument document;
  std::uint64_t postings = 0;
  std::uint64_t digest =
      0;                   // of what is stored of it, by which a text that has not changed is known
  std::uint64_t draw = 0;  // by which it was stored
};

std::string pack(const DocumentRow& row);
// Fails with corrupt where the bytes are no row.
Result<DocumentRow> unpack_row(std::string_view bytes);

// The key under which a document's number stands: 16 bytes that owner, group and name give.
std::string name_key(const DocumentCodes& codes);

}  // namespace whorl::internal::registry
