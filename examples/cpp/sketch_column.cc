// Sketches a column of texts and prints the resemblance of each pair of rows.
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/columns.h"

namespace {

// Rows 0 and 1 differ in a word, row 2 is null, row 3 is unique.
std::vector<std::optional<std::string>> texts() {
  std::string one, other, unlike;
  for (int i = 0; i < 40; ++i) {
    one += "word" + std::to_string(i) + " ";
    other += (i == 20 ? "changed" : "word" + std::to_string(i)) + " ";
    unlike += "term" + std::to_string(i) + " ";
  }
  return {one, other, std::nullopt, unlike};
}

}  // namespace

int main() {
  const auto rows = texts();
  const whorl::TextColumn column{
      rows.size(), [&](std::size_t row) -> std::optional<std::string_view> { return rows[row]; }};
  const auto method = whorl::parse_sketch_method("words/k=3/mod:25");
  if (!method) return 1;
  whorl::NoProgress progress;
  const auto sketches = whorl::sketch_column(column, *method, 1, progress);
  const std::vector<whorl::RowPair> pairs = {{0, 1}, {0, 2}, {0, 3}};
  const auto measured = sketches.and_then([&](const whorl::SketchColumn& s) {
    return whorl::measure_pairs(s, s, pairs, whorl::SketchMeasure::resemblance, 1, progress);
  });
  if (!measured) {
    std::fprintf(stderr, "%s\n", measured.error().message.c_str());
    return 1;
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    std::printf("rows %d and %d: ", static_cast<int>(pairs[i].a), static_cast<int>(pairs[i].b));
    if (measured->valid[i]) {
      std::printf("%.4f\n", measured->value[i]);
    } else {
      std::puts("one is null");
    }
  }
}
