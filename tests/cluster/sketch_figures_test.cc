// Sketches of texts from memory measure what clustering measures of the same texts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "../temp_folder.h"
#include "themed.h"
#include "whorl/cluster.h"
#include "whorl/sketch.h"

namespace whorl {
namespace {

// The share that a sample of x shows, without the bias of samples that are empty.
double unbiased(double share, const Sketch& x, const Sketch& y) {
  const auto modulus = static_cast<double>(std::max(x.modulus(), y.modulus()));
  const double seen_at_all = 1 - std::pow(1 - 1 / modulus, static_cast<double>(x.shingles()));
  return std::min(containment(x, y)->high, share / seen_at_all);
}

// Exact or estimated, the values are those that clustering writes for the same texts.
TEST(SketchText, MeasuresAreThoseOfClustering) {
  const auto texts = test::themed_texts(120, 5);
  const test::TempFolder folder("sketch_text");
  folder.write("in.jsonl", test::joined(test::themed_lines(120, 5, "d")));
  for (const std::string sampling : {"mod:25", "min:40", "vi", "all"}) {
    ClusterOptions options;
    options.input.inputs = {folder.path("in.jsonl")};
    options.store = folder.path("store" + sampling);
    options.shingling.shingle = 2;
    options.shingling.sketch = sampling;
    options.join.verify = false;
    options.thresholds.resemblance = 0.2;
    options.write_pairs = true;
    NoProgress progress;
    const auto summary = cluster(options, progress);
    ASSERT_TRUE(summary) << summary.error().message;
    std::istringstream table(folder.read("store" + sampling + "/pairs.tsv"));
    std::string line;
    std::getline(table, line);
    int pairs = 0;
    for (; std::getline(table, line); ++pairs) {
      if (!line.ends_with("\tsimilar")) continue;  // known by their texts, not by sketches
      std::istringstream cells(line);
      std::string a, b;
      double resembles, a_in_b, b_in_a;
      bool exact;
      cells >> a >> b >> resembles >> a_in_b >> b_in_a >> exact;
      const SketchMethod by{"words", 2, *parse_sampling(sampling)};
      const Sketch x = *sketch(texts[std::stoul(a.substr(1))], by);
      const Sketch y = *sketch(texts[std::stoul(b.substr(1))], by);
      EXPECT_EQ(resemblance(x, y)->value, resembles) << line;
      if (sampling != "min:40") {  // which says nothing of containment but by resemblance
        EXPECT_NEAR(containment(x, y)->value, unbiased(a_in_b, x, y), 1e-12) << line;
        EXPECT_NEAR(containment(y, x)->value, unbiased(b_in_a, y, x), 1e-12) << line;
      }
      EXPECT_EQ(resemblance(x, y)->exact, exact) << line;
      EXPECT_LE(resemblance(x, y)->low, resembles);
      EXPECT_GE(resemblance(x, y)->high, resembles);
    }
    EXPECT_GT(pairs, 100) << sampling;
  }
}

}  // namespace
}  // namespace whorl
