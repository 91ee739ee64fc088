// JSON lines of near copies.
#pragma once

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace whorl::test {

// Near copies of texts with all degrees of similarity; some have many words, so that sketches have
// several moduli.
inline std::vector<std::string> copied_lines(std::size_t pages, unsigned copies, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::string> lines;
  for (std::size_t page = 0; page < pages; ++page) {
    const unsigned theme = random() % (pages / 6);
    const unsigned words = 30 + random() % (page % 5 == 0 ? 3000 : 250);
    const unsigned own = std::array{0u, 2u, 5u, 12u}[random() % 4];  // percent of words
    std::vector<std::string> text;
    for (unsigned w = 0; w < words; ++w) {
      const bool changed = random() % 100 < own;
      text.push_back("w" + std::to_string(changed ? random() : theme * 10000 + w));
    }
    for (unsigned copy = 0; copy < copies; ++copy) {
      std::string line =
          "{\"id\":\"" + std::to_string(copy) + "/" + std::to_string(page) + "\",\"text\":\"";
      for (const std::string& word : text) {
        line += (random() % 250 == 0 ? "x" + std::to_string(random()) : word) + " ";
      }
      lines.push_back(line + "\"}");
    }
  }
  std::ranges::shuffle(lines, random);
  return lines;
}

}  // namespace whorl::test
