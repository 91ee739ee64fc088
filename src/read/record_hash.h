// Names for records by what is in them.
#pragma once

#include "base/hash128.h"
#include "read/collection_record.h"

namespace whorl::internal::read {

// Of all members that say what a document is; not of its place.
base::Hash128 hash_of(const CollectionRecord& record);

// The name of the records `before` and one more.
base::Hash128 hash_after(const base::Hash128& before, const base::Hash128& record);

}  // namespace whorl::internal::read
