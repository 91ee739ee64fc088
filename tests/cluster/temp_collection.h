// A folder of a test, with JSON lines of texts that are alike to all degrees.
#pragma once

#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace whorl::test {

class TempCollection {
 public:
  explicit TempCollection(const std::string& name)
      : folder_(std::filesystem::temp_directory_path() /
                ("whorl." + name + "." + std::to_string(::getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~TempCollection() { std::filesystem::remove_all(folder_); }

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

// Lines of a few themes with words replaced: "id" is `prefix` and a number.
inline std::vector<std::string> themed_lines(std::size_t documents, unsigned seed,
                                             const std::string& prefix) {
  std::mt19937 random(seed);
  std::vector<std::string> lines;
  for (std::size_t d = 0; d < documents; ++d) {
    const unsigned theme = random() % 5;
    const unsigned noise = std::array{0u, 1u, 3u, 10u, 60u}[random() % 5];
    std::string text;
    for (unsigned w = 0; w < 40 + random() % 200; ++w) {
      const bool changed = random() % 100 < noise;
      text += "w" + std::to_string(changed ? random() % 100000 : theme * 1000 + w) + " ";
    }
    // Odd spacing: what is written back must not be formatted anew.
    lines.push_back("{ \"text\":\"" + text + "\" ,\"id\": \"" + prefix + std::to_string(d) +
                    "\", \"n\":1.50 }");
  }
  return lines;
}

inline std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const auto& line : lines) all += line + "\n";
  return all;
}

}  // namespace whorl::test
