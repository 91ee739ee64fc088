#include "report/file_offsets.h"

#include "read/viewable.h"

namespace whorl::internal::report {

ByteRange file_range(const FileEntry& file, ByteRange view) {
  if (file.converted || file.origin_runs.empty()) return view;
  return {read::original_offset(file.origin_runs, view.begin),
          read::original_offset(file.origin_runs, view.end)};
}

}  // namespace whorl::internal::report
