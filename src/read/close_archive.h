// Deleter of libarchive's readers.
#pragma once

#include <archive.h>

namespace whorl::internal::read {

struct CloseArchive {
  void operator()(struct archive* reader) const { archive_read_free(reader); }
};

}  // namespace whorl::internal::read
