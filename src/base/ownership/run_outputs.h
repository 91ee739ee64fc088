// The files and folders that a run writes, compared with its inputs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/ownership/same_file.h"
#include "whorl/result.h"

namespace whorl::internal::base::ownership {

class RunOutputs {
 public:
  // The paths may exist or not. Files that whorl wrote before are its own, others the user's.
  explicit RunOutputs(const std::vector<std::string>& paths);

  // What a listing of a folder omits: resolved paths of folders, of whorl's own files, and of files
  // that do not exist yet.
  const std::vector<std::string>& left_out() const { return left_out_; }

  // Fails if the run would read its own output: `input` was named by the user, or is a file that
  // was found in a folder.
  Result<void> check_named(const std::string& input) const;
  Result<void> check_found(const std::string& input) const;

 private:
  std::vector<std::string> left_out_;
  std::vector<std::filesystem::path> folders_;  // resolved
  std::vector<FileIdentity> files_;             // all that exist
  std::vector<FileIdentity> others_;            // those of them that are not whorl's own
};

}  // namespace whorl::internal::base::ownership
