// The file, or standard input, of a query to a store.
#pragma once

#include <string>

#include "input/collection.h"

namespace whorl::internal::cluster {

// "-" is read completely, up to the size limit of a record.
Result<input::CollectionRecord> asked_file(const std::string& file);

}  // namespace whorl::internal::cluster
