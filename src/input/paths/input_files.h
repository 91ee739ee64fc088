// Finds the files for the paths that a user names: folders, globs, lists of paths.
#pragma once

#include <string>
#include <vector>

#include "base/ownership/run_outputs.h"
#include "input/paths/listing.h"
#include "input/paths/name_filter.h"
#include "input/skip_log.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::input {

struct InputFile {
  std::string path;            // to open; "-": standard input
  std::string name;            // to show
  std::uint32_t argument = 0;  // number, from 1, of the argument that led to it
  bool stream = false;         // standard input, or a named pipe
};

// Which files are read, and their names.
struct InputRules {
  NameFilter filter;
  base::ownership::RunOutputs outputs;  // of the run: they are no inputs
  bool several;  // there are several inputs: the names of files begin with their folder
};

// True if `path` is "-", or a pipe or a device: it can be read only once, and reading may wait.
bool is_stream(const std::string& path);

// Gathers files in order. O(files) time and memory.
class InputFiles {
 public:
  InputFiles(InputRules rules, SkipLog& skipped) : rules_(std::move(rules)), skipped_(skipped) {}

  // A folder, a file, a glob or "-". Fails if it does not exist, or is an output.
  Result<void> add(const std::string& input);
  // Adds all paths of a list; "-" is standard input. Paths that do not exist are listed. Fails with
  // ErrorCode::cancelled if `progress`, which may be null, is cancelled.
  Result<void> add_list(const std::string& list, const Progress* progress);

  // Keeps only the files from number `first` to before number `end`.
  void take_part(std::uint64_t first, std::uint64_t end);

  const std::vector<InputFile>& files() const { return files_; }

 private:
  void push_named(const std::string& path, std::string name);
  Result<void> add_folder(const std::string& folder, const std::string& shown);
  Result<void> add_glob(const std::string& pattern);
  Result<void> add_found(ListedFile file, const std::string& shown);

  InputRules rules_;
  SkipLog& skipped_;
  std::vector<InputFile> files_;
  std::uint32_t arguments_ = 0;  // so far
};

}  // namespace whorl::internal::input
