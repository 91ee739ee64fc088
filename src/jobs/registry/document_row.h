// A registered document, as stored in its row of the table.
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
  std::uint64_t digest = 0;  // of its stored features; shows that a text has not changed
  std::uint64_t draw = 0;    // sample with which it was stored
};

std::string pack(const DocumentRow& row);
// Fails with corrupt if the bytes are no row.
Result<DocumentRow> unpack_row(std::string_view bytes);

// Since 1970.
std::int64_t seconds_now();

// The key of a document's number: 16 bytes from owner, group and name.
std::string name_key(const DocumentCodes& codes);

}  // namespace whorl::internal::registry
