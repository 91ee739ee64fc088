// Folders that `compare` wrote.
#pragma once

#include <string>

namespace whorl::internal::read {

// Whether the folder at `path` holds the report of an earlier run, told by how its report.json
// begins.
bool is_report_folder(const std::string& path);

}  // namespace whorl::internal::read
