// FolderWatch: which files of a folder are complete, as they become so.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "whorl/result.h"

namespace whorl::internal::registry {

// A file is complete when whoever wrote it closes it or moves it in; those of a folder that comes
// whole, when nothing of it changed for half a second.
class FolderWatch {
 public:
  // All files that are there are complete at once. Fails where the folder is not there, or the
  // system watches no more folders.
  static Result<FolderWatch> open(const std::filesystem::path& folder);

  // Files that became complete, in order of their paths; waits for some up to `most`. Where the
  // system lost count, all that are there.
  Result<std::vector<std::filesystem::path>> wait(std::chrono::milliseconds most);

 private:
  using Clock = std::chrono::steady_clock;

  explicit FolderWatch(std::filesystem::path folder) : folder_(std::move(folder)) {}
  Result<void> watch(const std::filesystem::path& folder, Clock::time_point complete);
  Result<void> read_events();
  Result<void> take_event(int watched, std::uint32_t mask, const std::string& name);

  std::filesystem::path folder_;
  base::Descriptor events_;
  std::map<int, std::filesystem::path> folders_;                 // by the number of their watch
  std::map<std::filesystem::path, Clock::time_point> complete_;  // when files are
};

}  // namespace whorl::internal::registry
