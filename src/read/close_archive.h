// The end of libarchive's readers, good or bad.
#pragma once

#include <archive.h>

#include <cerrno>

#include "base/allocated.h"

namespace whorl::internal::read {

struct CloseArchive {
  void operator()(struct archive* reader) const { archive_read_free(reader); }
};

// For a reader that failed.
inline void refuse_want_of_memory(struct archive* reader) {
  base::refuse_want_of_memory(archive_errno(reader) == ENOMEM);
}

}  // namespace whorl::internal::read
