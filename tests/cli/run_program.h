// Running the program as a user does.
#pragma once

#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace whorl::test {

struct Outcome {
  int status = -1;  // exit status; 128 + the signal when one killed it
  std::string out;
  std::string err;
};

struct Run {
  std::vector<std::string> arguments;
  std::filesystem::path folder = {};  // to run in; empty: the current one
  std::filesystem::path input = {};   // a file, as standard input; empty: that of the tests
  int signal = 0;                     // sent once `after` has passed; 0: none
  std::chrono::milliseconds after{0};
};

// Runs the program under test to its end.
Outcome run(const Run& run);

// A folder of its own for each test, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  const std::filesystem::path& path() const { return path_; }
  // Writes a file below it, with the folders above.
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  // All files and folders below it.
  std::set<std::string> files() const;

 private:
  std::filesystem::path path_;
};

}  // namespace whorl::test
