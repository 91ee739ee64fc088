// A collection of the records that a caller's source hands over.
#pragma once

#include "read/collection.h"
#include "read/source.h"
#include "whorl/record_source.h"

namespace whorl::internal::read {

// Reads `source`, which must outlive it, from where it stands. A record of more than `limit` bytes
// or of a text that is no UTF-8 is skipped. What the source throws becomes an error.
std::unique_ptr<Collection> read_records(RecordSource& source, const CollectionOptions& options,
                                         std::uint64_t limit = ReadLimits{}.file_bytes);

// A record by itself; an error where a collection would skip it.
Result<CollectionRecord> one_record(const Record& record, const CollectionOptions& options);

}  // namespace whorl::internal::read
