// From what the user names to the files that are read: folders, globs, lists of paths.
#pragma once

#include <string>
#include <vector>

#include "read/name_filter.h"
#include "read/skip_log.h"
#include "whorl/result.h"

namespace whorl::internal::read {

struct InputFile {
  std::string path;  // to open; "-": standard input
  std::string name;  // to show
};

// Gathers files in order. O(files) time and memory.
class InputFiles {
 public:
  // Where there are several inputs, the name of a folder stands before what is in it.
  InputFiles(NameFilter filter, bool several, SkipLog& skipped)
      : filter_(std::move(filter)), several_(several), skipped_(skipped) {}

  // A folder, a file, a glob or "-". Fails when it is not there.
  Result<void> add(const std::string& input);
  // All paths of a list, "-" being standard input; what is not there is listed.
  Result<void> add_list(const std::string& list);

  const std::vector<InputFile>& files() const { return files_; }

 private:
  void add_folder(const std::string& folder, const std::string& shown);
  Result<void> add_glob(const std::string& pattern);

  NameFilter filter_;
  bool several_;
  SkipLog& skipped_;
  std::vector<InputFile> files_;
};

}  // namespace whorl::internal::read
