// JSON lines of texts with all degrees of similarity.
#pragma once

#include <array>
#include <random>
#include <string>
#include <vector>

namespace whorl::test {

// Texts of a few themes with words replaced.
inline std::vector<std::string> themed_texts(std::size_t documents, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::string> texts;
  for (std::size_t d = 0; d < documents; ++d) {
    const unsigned theme = random() % 5;
    const unsigned noise = std::array{0u, 1u, 3u, 10u, 60u}[random() % 5];
    std::string text;
    for (unsigned w = 0; w < 40 + random() % 200; ++w) {
      const bool changed = random() % 100 < noise;
      text += "w" + std::to_string(changed ? random() % 100000 : theme * 1000 + w) + " ";
    }
    texts.push_back(text);
  }
  return texts;
}

// A line for each: "id" is `prefix` and a number.
inline std::vector<std::string> themed_lines(std::size_t documents, unsigned seed,
                                             const std::string& prefix) {
  std::vector<std::string> lines;
  for (const std::string& text : themed_texts(documents, seed)) {
    // Odd spacing: what is written back must not be formatted anew.
    lines.push_back("{ \"text\":\"" + text + "\" ,\"id\": \"" + prefix +
                    std::to_string(lines.size()) + "\", \"n\":1.50 }");
  }
  return lines;
}

inline std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const auto& line : lines) all += line + "\n";
  return all;
}

}  // namespace whorl::test
