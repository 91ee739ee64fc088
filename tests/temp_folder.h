// A folder for a test, which is removed at the end.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace whorl::test {

class TempFolder {
 public:
  explicit TempFolder(const std::string& name)
      : folder_(std::filesystem::temp_directory_path() /
                ("whorl." + name + "." + std::to_string(::getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~TempFolder() { std::filesystem::remove_all(folder_); }

  std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return path(name);
  }

  std::string read(const std::string& name) const {
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::vector<nlohmann::json> read_lines(const std::string& name) const {
    std::vector<nlohmann::json> lines;
    std::ifstream in(folder_ / name);
    for (std::string line; std::getline(in, line);) lines.push_back(nlohmann::json::parse(line));
    return lines;
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace whorl::test
