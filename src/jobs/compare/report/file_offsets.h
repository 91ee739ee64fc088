// From offsets of the viewable text to bytes of the file as stored.
#pragma once

#include "whorl/report.h"

namespace whorl::internal::compare::report {

// `view` itself for a converted file, whose bytes have no such order. O(log runs).
ByteRange file_range(const FileEntry& file, ByteRange view);

}  // namespace whorl::internal::compare::report
