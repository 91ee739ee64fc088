// The files that a path leads to, each read when it is asked for, so that not all need be in
// memory at once.
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
  // `path` as in read_path() in input/source.h. Fails when it is not there.
  static Result<PathFiles> list(const std::string& path, ReadOptions options);

  std::size_t size() const { return files_.size(); }
  // In order of name and path.
  const ListedFile& operator[](std::size_t i) const { return files_[i]; }
  // Whether `include` and `exclude` let the file be a document. An archive is opened without.
  bool wants(std::size_t i) const { return filter_.takes_file(files_[i].name); }

  // Whether what was read is more than the run may hold: what follows is not read.
  bool is_over() const { return options_.tally != nullptr && options_.tally->is_over(); }

  // Appends what comes of file i: documents and what was skipped. Safe on several threads.
  void read(std::size_t i, ReadResult& out) const;
  // The same of a file that the caller has opened, or has not been able to.
  void read(std::size_t i, Result<std::unique_ptr<Input>> input, ReadResult& out) const;

  // Says that a document or an entry of what was skipped has this name.
  void note(std::string_view name);
  // What listing has skipped, and the folders directly in the path of which no name was noted.
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
  std::map<std::string, bool, std::less<>> folders_;  // true: something came of it
};

// What read_path() makes of them, where the caller has told of the phase: each file is a step.
Result<ReadResult> read_files(PathFiles files, unsigned threads, Progress& progress);

}  // namespace whorl::internal::input
