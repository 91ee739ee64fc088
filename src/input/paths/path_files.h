// The files of a path. Each is read on request, so that not all need be in memory at once.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "input/input.h"
#include "input/paths/listing.h"
#include "input/paths/name_filter.h"
#include "input/source.h"
#include "whorl/result.h"

namespace whorl::internal::input {

class PathFiles {
 public:
  // `path` as in read_path() in input/source.h. Fails if it does not exist.
  static Result<PathFiles> list(const std::string& path, ReadOptions options);

  std::size_t size() const { return files_.size(); }
  // In order of name and path.
  const ListedFile& operator[](std::size_t i) const { return files_[i]; }
  // True if `include` and `exclude` allow the file as a document. They do not apply to opening an
  // archive.
  bool wants(std::size_t i) const { return filter_.takes_file(files_[i].name); }

  // True if the run has read more than it may keep; further files are not read.
  bool is_over() const { return options_.tally != nullptr && options_.tally->is_over(); }

  // Reads file i and appends its documents and skipped entries to `out`. Safe on several threads.
  void read(std::size_t i, ReadResult& out) const;
  // The same for a file that the caller opened, or failed to open.
  void read(std::size_t i, Result<std::unique_ptr<Input>> input, ReadResult& out) const;

  // Records that a document or a skipped entry has this name.
  void note(std::string_view name);
  // Entries that listing skipped, and folders directly in the path without any noted name.
  std::vector<Skipped> skipped() const;

 private:
  PathFiles(ReadOptions options, NameFilter filter)
      : options_(std::move(options)), filter_(std::move(filter)) {}

  ReadOptions options_;
  NameFilter filter_;
  std::string name_;    // of the path, to show
  bool noted_ = false;  // a document or a skipped file
  std::vector<ListedFile> files_;
  std::vector<Skipped> skipped_;
  std::map<std::string, bool, std::less<>> folders_;  // true if it has a noted name
};

// The result of read_path() for these files, if the caller has announced the phase. Each file is
// one step of progress.
Result<ReadResult> read_files(PathFiles files, unsigned threads, Progress& progress);

}  // namespace whorl::internal::input
