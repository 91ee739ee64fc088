// A folder for what an experiment writes, which is removed with it.
#pragma once

#include <filesystem>
#include <string>

#include "whorl/result.h"

namespace whorl::internal::lab {

class TemporaryFolder {
 public:
  // Where the system has its temporary files.
  static Result<TemporaryFolder> make();
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::move(other.path_)) {
    other.path_.clear();
  }
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;  // empty: there is none
};

}  // namespace whorl::internal::lab
