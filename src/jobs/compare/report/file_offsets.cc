#include "jobs/compare/report/file_offsets.h"

#include "input/charset/viewable.h"

namespace whorl::internal::compare::report {

ByteRange file_range(const FileEntry& file, ByteRange view) {
  if (file.converted || file.origin_runs.empty()) return view;
  return {input::original_offset(file.origin_runs, view.begin),
          input::original_offset(file.origin_runs, view.end)};
}

}  // namespace whorl::internal::compare::report
