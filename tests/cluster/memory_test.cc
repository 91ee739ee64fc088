// Results do not depend on the memory limit and the number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "../store_contents.h"
#include "../temp_folder.h"
#include "themed.h"
#include "whorl/cluster.h"

namespace whorl {
namespace {

// At low thresholds sketches miss few pairs, so it takes many texts to see one missed. Either half
// of the texts has more postings than 64 KiB can hold.
constexpr std::array kLow = {0.05, 0.1};
constexpr std::array kHigh = {0.3, 1.0};
constexpr unsigned kLowTexts = 100, kHighTexts = 48;  // for each threshold

// Makes `texts` texts of random words for each threshold. Two of them share about as many words as
// that resemblance needs; a third of the texts is shorter. So sketches underestimate as often as
// they overestimate.
std::vector<std::string> lines_about(std::span<const double> thresholds, unsigned texts) {
  constexpr unsigned kWords = 500;  // sketches keep little more than a hundred of them
  std::mt19937 random(11);
  std::vector<std::string> lines;
  for (const double t : thresholds) {
    std::vector<unsigned> words(static_cast<std::size_t>(kWords * (1 + t) / (2 * t)));
    std::iota(words.begin(), words.end(), 10000 * static_cast<unsigned>(100 * t));
    for (unsigned i = 0; i < texts; ++i) {
      std::ranges::shuffle(words, random);
      std::string text;
      for (unsigned w = 0; w < (i % 3 == 0 ? kWords / 4 : kWords); ++w) {
        text += "w" + std::to_string(words[w]) + " ";
      }
      lines.push_back("{\"id\":\"" + std::to_string(lines.size()) + "\",\"text\":\"" + text +
                      "\"}");
    }
  }
  return lines;
}

struct Least {
  double resemblance;
  double containment;
};

constexpr std::array kThresholds = {kLow[0], kLow[1], kHigh[0], kHigh[1]};

class AtAnyMemory : public testing::TestWithParam<const char*> {
 protected:
  AtAnyMemory() {
    folder_.write("low.jsonl", test::joined(lines_about(kLow, kLowTexts)));
    folder_.write("high.jsonl", test::joined(lines_about(kHigh, kHighTexts)));
  }

  ClusterOptions options(const std::string& pairs, const Least& least) const {
    ClusterOptions o;
    const double asked = least.resemblance > 0 ? least.resemblance : least.containment;
    o.input.inputs = {folder_.path(asked <= kLow.back() ? "low.jsonl" : "high.jsonl")};
    o.shingling.shingle = 1;
    o.shingling.sketch = GetParam();
    o.join.pairs = pairs;
    o.thresholds.resemblance = least.resemblance;
    o.thresholds.containment = least.containment;
    o.thresholds.linkage = pairs == "survivors" ? Linkage::survivor : Linkage::single;
    o.write_pairs = pairs == "exact" || pairs == "classic";
    return o;
  }

  void expect_the_same(const ClusterOptions& asked) {
    const std::string roomy = found(asked, 1 << 30, 1);
    EXPECT_TRUE(found(asked, 1 << 20, 3) == roomy) << what(asked) << " in 1 MiB";
    EXPECT_TRUE(found(asked, 64 << 10, 1) == roomy) << what(asked) << " in 64 KiB";
  }

  // The pairs, if there are any, and the clusters, as text.
  std::string found(ClusterOptions o, std::uint64_t memory, unsigned threads) {
    o.store = folder_.path("store" + std::to_string(++stores_));
    o.limits.memory = memory;
    o.limits.threads = threads;
    const auto done = cluster(o, quiet_);
    EXPECT_TRUE(done) << done.error().message;
    const std::string pairs = o.write_pairs ? test::contents_of(o.store, "pairs.tsv") : "";
    std::string all = pairs + test::contents_of(o.store, "clusters.jsonl");
    std::filesystem::remove_all(o.store);
    return all;
  }

 private:
  static std::string what(const ClusterOptions& o) {
    return o.join.pairs + " r " + std::to_string(o.thresholds.resemblance) + " c " +
           std::to_string(o.thresholds.containment);
  }

  test::TempFolder folder_{"at-any-memory"};
  NoProgress quiet_;
  int stores_ = 0;
};

TEST_P(AtAnyMemory, TheSamePairsAreKept) {
  for (const double t : kThresholds) {
    for (const Least& least : {Least{t, 0}, Least{0, t}, Least{t, std::min(1.0, 2 * t)}}) {
      expect_the_same(options("exact", least));
    }
  }
}

TEST_P(AtAnyMemory, TheSamePairsAreKeptByWhatSketchesShow) {
  for (const Least& least : {Least{0.1, 0}, Least{0.1, 0.2}, Least{0.3, 0.4}}) {
    ClusterOptions o = options("exact", least);
    o.join.verify = false;
    expect_the_same(o);
  }
}

TEST_P(AtAnyMemory, TheSamePairsAreKeptWhereCommonShinglesAreLeftOut) {
  for (const Least& least : {Least{0.1, 0}, Least{0.1, 0.2}, Least{0.3, 0.4}}) {
    ClusterOptions o = options("exact", least);
    o.join.common = 20;
    expect_the_same(o);
    o.join.verify = false;
    if (least.containment > 0) expect_the_same(o);
  }
}

TEST_P(AtAnyMemory, TheSameDocumentsSurviveAndAreConnected) {
  const bool smallest = std::string(GetParam()).starts_with("min");
  for (const double t : {kLow[0], kHigh[0]}) {
    for (const Least& least : {Least{t, 0}, Least{t, 2 * t}}) {
      expect_the_same(options("survivors", least));
      if (!smallest) expect_the_same(options("linked", least));
    }
  }
}

TEST_P(AtAnyMemory, LinkedPairsGiveTheClustersOfAllPairs) {
  if (std::string(GetParam()).starts_with("min")) return;
  for (const double t : kThresholds) {
    ClusterOptions all = options("exact", {t, 0});
    all.write_pairs = false;
    EXPECT_TRUE(found(options("linked", {t, 0}), 1 << 30, 1) == found(all, 64 << 10, 1)) << t;
  }
}

INSTANTIATE_TEST_SUITE_P(Sketches, AtAnyMemory, testing::Values("mod:5", "vi", "min:100", "all"));

}  // namespace
}  // namespace whorl
