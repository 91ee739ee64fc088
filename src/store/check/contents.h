// Checks of files' contents beyond their checksums: a table of checks, each of one file with the
// help of others.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "store/store_files.h"
#include "whorl/check.h"

namespace whorl::internal::store::check {

struct ContentCheck {
  std::string file;                // the file that a finding names
  std::vector<std::string> needs;  // others that it reads
  std::function<Result<void>()> run;
};

// The required contents of a store: its files, and their checks.
struct Contents {
  std::vector<std::string> due;
  std::vector<ContentCheck> checks;
};

// Files of a table, and the findings about them.
class FilesCheck {
 public:
  FilesCheck(const store::StoreFiles& files, std::string remedy, Progress& progress)
      : files_(files), remedy_(std::move(remedy)), progress_(progress) {}

  // Reads every block of every file.
  Result<void> blocks();
  // For files whose blocks are intact.
  Result<void> contents(const Contents& contents);

  std::vector<StoreFinding> findings() && { return std::move(findings_); }

 private:
  void add(const std::string& name, std::string what);

  const store::StoreFiles& files_;
  std::string remedy_;
  Progress& progress_;
  std::set<std::string> bad_;
  std::vector<StoreFinding> findings_;
};

}  // namespace whorl::internal::store::check
