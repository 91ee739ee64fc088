// The files and folders that a run writes, against what it reads.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/ownership/same_file.h"
#include "whorl/result.h"

namespace whorl::internal::base::ownership {

class RunOutputs {
 public:
  // Of paths that are there or not. Those that whorl wrote before are its own, others the user's.
  explicit RunOutputs(const std::vector<std::string>& paths);

  // What a folder is listed without: resolved paths of folders, of files that are whorl's own, and
  // of those that are not there yet.
  const std::vector<std::string>& left_out() const { return left_out_; }

  // An error where the run would read what it writes: `input` was named by the user, or is a file
  // that was found in a folder.
  Result<void> check_named(const std::string& input) const;
  Result<void> check_found(const std::string& input) const;

 private:
  std::vector<std::string> left_out_;
  std::vector<std::filesystem::path> folders_;  // resolved
  std::vector<FileIdentity> files_;             // all that are there
  std::vector<FileIdentity> others_;            // those of them that are not whorl's own
};

}  // namespace whorl::internal::base::ownership
