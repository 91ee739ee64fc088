// The file, or standard input, that a store is asked about.
#pragma once

#include <string>

#include "input/collection.h"

namespace whorl::internal::cluster {

// "-" is read whole, within what a record may have.
Result<input::CollectionRecord> asked_file(const std::string& file);

}  // namespace whorl::internal::cluster
