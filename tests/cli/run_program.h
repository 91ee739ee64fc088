// Runs the program as a user does.
#pragma once

#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace whorl::test {

struct Outcome {
  int status = -1;  // exit status; 128 + the signal if one killed it
  std::string out;
  std::string err;
};

struct Run {
  std::vector<std::string> arguments;
  std::filesystem::path folder = {};  // working folder; empty: the current one
  std::filesystem::path input = {};   // file for standard input; empty: that of the test
  int signal = 0;                     // sent after `after` has passed; 0: none
  std::chrono::milliseconds after{0};
};

// Runs the program under test until it ends.
Outcome run(const Run& run);

// A folder for one test, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  const std::filesystem::path& path() const { return path_; }
  // Writes a file in this folder, and creates the folders above it.
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  // All files and folders in it.
  std::set<std::string> files() const;

 private:
  std::filesystem::path path_;
};

}  // namespace whorl::test
