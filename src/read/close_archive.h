// Closes libarchive's readers and reads their errors.
#pragma once

#include <archive.h>

#include <cerrno>

namespace whorl::internal::read {

struct CloseArchive {
  void operator()(struct archive* reader) const { archive_read_free(reader); }
};

// Like archive_read_next_header(). Clears errno first: libarchive reports that a name could not be
// converted because memory ran out if errno is ENOMEM, which can be left from an earlier call.
inline int next_header(struct archive* reader, struct archive_entry** entry) {
  errno = 0;
  return archive_read_next_header(reader, entry);
}

// True if the last call failed because memory ran out. An archive can ask for any amount of memory,
// so this is no reason to end the run.
inline bool is_out_of_memory(struct archive* reader) { return archive_errno(reader) == ENOMEM; }

}  // namespace whorl::internal::read
