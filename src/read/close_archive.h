// The end of libarchive's readers, good or bad.
#pragma once

#include <archive.h>

#include <cerrno>

namespace whorl::internal::read {

struct CloseArchive {
  void operator()(struct archive* reader) const { archive_read_free(reader); }
};

// archive_read_next_header(). Where a name cannot be converted libarchive looks whether errno says
// that memory was wanting, which a call before may have left there.
inline int next_header(struct archive* reader, struct archive_entry** entry) {
  errno = 0;
  return archive_read_next_header(reader, entry);
}

// Why a reader failed, where it was for want of memory: of its own, or as an archive may ask for
// any amount.
inline bool wants_memory(struct archive* reader) { return archive_errno(reader) == ENOMEM; }

}  // namespace whorl::internal::read
