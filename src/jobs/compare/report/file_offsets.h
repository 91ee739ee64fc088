// Converts offsets of the viewable text to bytes of the stored file.
#pragma once

#include "whorl/report.h"

namespace whorl::internal::compare::report {

// `view` itself for a converted file, whose bytes do not correspond. O(log runs).
ByteRange file_range(const FileEntry& file, ByteRange view);

}  // namespace whorl::internal::compare::report
