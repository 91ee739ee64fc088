// Texts and recipes for the tests of selection.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "fingerprints/select/select.h"

namespace whorl::samples {

inline Recipe recipe(const internal::select::Selector& row, std::uint32_t k,
                     std::uint64_t first_argument) {
  Recipe r{"bytes", "", k, {std::string(row.name), {first_argument}}, 0};
  if (row.complete != nullptr) row.complete(k, r.selector.args);
  return r;
}

inline std::string describe(const Recipe& r) {
  return r.selector.name + " k=" + std::to_string(r.k) + " " +
         testing::PrintToString(r.selector.args);
}

inline std::vector<const internal::select::Selector*> with_guarantee() {
  std::vector<const internal::select::Selector*> rows;
  for (const internal::select::Selector& row : internal::select::selectors()) {
    if (row.guarantees) rows.push_back(&row);
  }
  return rows;
}

inline internal::tokens::Bytes random_bytes(std::size_t n, int letters, unsigned seed = 1) {
  std::mt19937 random(seed);
  internal::tokens::Bytes out(n);
  for (auto& b : out) b = static_cast<std::uint8_t>(random() % static_cast<unsigned>(letters));
  return out;
}

// The letters and digits of the example homework and the project's pages: real text that every
// clone has.
inline internal::tokens::Bytes real_text() {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path root(WHORL_SOURCE_DIR);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "examples")) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  files.push_back(root / "CONTRIBUTING.md");
  std::sort(files.begin(), files.end());
  internal::tokens::Bytes out;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    for (std::istreambuf_iterator<char> c(in), end; c != end; ++c) {
      const auto byte = static_cast<unsigned char>(*c);
      if (std::isalnum(byte)) out.push_back(static_cast<std::uint8_t>(std::tolower(byte)));
    }
  }
  return out;
}

}  // namespace whorl::samples
