#include "report/file_offsets.h"

#include "read/viewable.h"

namespace whorl {

ByteRange file_range(const FileEntry& file, ByteRange view) {
  if (file.converted || file.origin_runs.empty()) return view;
  return {original_offset(file.origin_runs, view.begin),
          original_offset(file.origin_runs, view.end)};
}

}  // namespace whorl
