// A file that appears complete or not at all.
#pragma once

#include <string>

#include "whorl/progress.h"
#include "whorl/writers.h"

namespace whorl {

// Writes under another name beside `target`; commit() puts it in place. What was not
// committed is removed by the destructor. A target that is no regular file (a pipe, a
// terminal) is written directly.
class PendingFile final : public Sink {
 public:
  // `progress` is asked between blocks whether to stop; it outlives this.
  PendingFile(std::string target, const Progress& progress);
  ~PendingFile() override;
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  void put(std::string_view bytes) override;

  // Everything is on the disk, or an error that names the file.
  Result<void> finish();
  // After finish(): renames into place.
  Result<void> commit();

 private:
  void open();
  void flush();
  void fail_with_errno(std::string_view what);

  std::string target_;
  std::string place_;  // where the bytes go for now; equals target_ when written directly
  std::string buffer_;
  const Progress& progress_;
  Result<void> status_;
  int descriptor_ = -1;
};

}  // namespace whorl
