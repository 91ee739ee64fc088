// The files under a directory.
#pragma once

#include <string>
#include <vector>

#include "input/paths/name_filter.h"
#include "whorl/report.h"

namespace whorl::internal::input {

struct ListedFile {
  std::string path;  // to open, without symbolic links in its last part
  std::string name;  // to show, relative to the directory
};

struct Listing {
  std::vector<ListedFile> files;
  std::vector<std::string> folders;  // names of those directly in the directory
  std::vector<Skipped> skipped;
};

// Lists all files under `root` (a resolved path) that `filter` enters and `leave_out` (also
// resolved) does not name. Symbolic links to a file under `root` are listed under the link's name,
// all others are skipped; so there are no loops. Reports and stores of earlier runs below `root`
// are skipped. In no order. O(files) time and memory.
Listing list_files(const std::string& root, const NameFilter& filter,
                   const std::vector<std::string>& leave_out);

}  // namespace whorl::internal::input
