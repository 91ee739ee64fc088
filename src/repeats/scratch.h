// Where a run keeps what does not fit in memory: a folder that goes with it.
#pragma once

#include <memory>
#include <string>

#include "base/spill_folder.h"

namespace whorl::internal::repeats {

class Scratch {
 public:
  // Beside the output, or in `temporary`; where the output is no file, in the system's folder for
  // temporary files. What a killed run left behind is removed by the next of the same output.
  static Result<Scratch> make(const std::string& output, const std::string& temporary);

  const base::FileSystem::Path& folder() const { return folder_->path(); }

 private:
  explicit Scratch(std::unique_ptr<base::SpillFolder> folder) : folder_(std::move(folder)) {}

  std::unique_ptr<base::SpillFolder> folder_;
};

}  // namespace whorl::internal::repeats
