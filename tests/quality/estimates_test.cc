// The measures of real documents against an oracle, and intervals against the truth.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>

#include "base/parallel.h"
#include "base/sort_hashes.h"
#include "jobs/collection/join/pair_file.h"
#include "quality/labelled_data.h"
#include "real_collection.h"

namespace whorl::quality {
namespace {

namespace fs = std::filesystem;
using internal::join::PairMeasures;
using internal::join::PairRecord;

constexpr std::uint32_t kShingle = 5;

// Columns of pairs.tsv: measures of five-word shingles, with four digits.
constexpr std::size_t kResemblance = 3;
constexpr std::size_t kAInB = 4;
constexpr std::size_t kBInA = 5;

class ListedRfcs : public testing::Test {
 protected:
  void SetUp() override {
    const auto folder = data_.folder("rfc");
    if (!folder) GTEST_SKIP() << absence("rfc");
    files_ = *folder / "files";
    rows_ = read_table(*folder / "pairs.tsv");
    std::set<std::string> listed;
    for (const Row& row : rows_) listed.insert({row[0], row[1]});
    documents_ = RealCollection::read(files_, {listed.begin(), listed.end()}, kShingle);
  }

  bool is_ascii(const std::string& name) const {
    std::ifstream in(files_ / name, std::ios::binary);
    return std::all_of(std::istreambuf_iterator<char>(in), {},
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  }

  LabelledData data_;
  fs::path files_;
  std::vector<Row> rows_;
  RealCollection documents_;
};

internal::join::PairMeasures counted_measures(const internal::sketch::ShingleSet& a,
                                              const internal::sketch::ShingleSet& b) {
  const internal::sketch::Overlap seen = internal::sketch::overlap(a, b);
  return {internal::sketch::counted(seen.both, seen.a + seen.b - seen.both),
          internal::sketch::counted(seen.both, seen.a),
          internal::sketch::counted(seen.both, seen.b)};
}

// The oracle's words are runs of [a-z0-9], lower case: those of `words` where the text is ASCII.
TEST_F(ListedRfcs, HaveTheMeasuresOfTheOracle) {
  std::size_t compared = 0;
  for (const Row& row : rows_) {
    if (!is_ascii(row[0]) || !is_ascii(row[1])) continue;
    const internal::join::PairMeasures m = counted_measures(
        documents_.sets[documents_.number(row[0])], documents_.sets[documents_.number(row[1])]);
    constexpr double kHalfDigit = .5e-4 + 1e-9;
    EXPECT_NEAR(m.resemblance.value, std::stod(row[kResemblance]), kHalfDigit) << row[0] << row[1];
    EXPECT_NEAR(m.a_in_b.value, std::stod(row[kAInB]), kHalfDigit) << row[0] << row[1];
    EXPECT_NEAR(m.b_in_a.value, std::stod(row[kBInA]), kHalfDigit) << row[0] << row[1];
    ++compared;
  }
  EXPECT_GT(compared, 400u);
}

// How many of the intervals contain the true value; exact values have no interval.
struct Coverage {
  std::size_t intervals = 0;
  std::size_t covering = 0;

  void add(const internal::sketch::Measure& estimate, const internal::sketch::Measure& truth) {
    if (estimate.exact) return;
    ++intervals;
    covering += estimate.low <= truth.value && truth.value <= estimate.high;
  }
  double share() const { return static_cast<double>(covering) / static_cast<double>(intervals); }
};

std::ostream& operator<<(std::ostream& out, const Coverage& c) {
  return out << c.share() << " of " << c.intervals << " intervals cover the truth";
}

// The same sets under another hash function, so that other samples of them are kept.
std::vector<internal::sketch::ShingleSet> redrawn(std::vector<internal::sketch::ShingleSet> sets,
                                                  std::uint64_t draw) {
  if (draw == 0) return sets;
  internal::base::parallel_for(sets.size(), 0, [&](std::size_t i) {
    for (std::uint64_t& hash : sets[i]) {
      hash = (hash ^ draw * 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u;
      hash = (hash ^ hash >> 31) * 0x94D049BB133111EBu;
      hash ^= hash >> 29;
    }
    internal::base::sort_distinct_hashes(sets[i]);
  });
  return sets;
}

// As a run with --no-verify keeps it.
internal::join::PairMeasures estimated(const internal::sketch::Sampler& method,
                                       const internal::sketch::ShingleSet& of_a,
                                       const internal::sketch::ShingleSet& of_b) {
  const internal::sketch::Sketch a = method.sketch(of_a), b = method.sketch(of_b);
  const internal::sketch::Overlap seen = method.sample(a, b);
  std::uint64_t modulus = std::max(a.modulus, b.modulus);
  if (method.kind() == internal::sketch::SketchKind::smallest)
    modulus = a.complete() && b.complete() ? 1 : 0;
  const auto narrow = [](std::uint64_t n) { return static_cast<std::uint32_t>(n); };
  const internal::join::PairRecord pair{
      0, 1, narrow(seen.a), narrow(seen.b), narrow(seen.both), narrow(modulus)};
  return internal::join::measures(pair, a.full_size, b.full_size);
}

struct Coverages {
  Coverage resemblance;
  Coverage containment;

  void add(const internal::join::PairMeasures& estimate,
           const internal::join::PairMeasures& truth) {
    resemblance.add(estimate.resemblance, truth.resemblance);
    containment.add(estimate.a_in_b, truth.a_in_b);
    containment.add(estimate.b_in_a, truth.b_in_a);
  }
  Coverage both() const {
    return {resemblance.intervals + containment.intervals,
            resemblance.covering + containment.covering};
  }
};

// The pairs of one draw share documents and templates, so that its share has a spread of its own:
// it is bounded for the hashes in use, and more tightly over many draws.
TEST_F(ListedRfcs, LieInTheirIntervals) {
  constexpr std::uint64_t kDraws = 10;
  const char* const names[] = {"mod:25", "min:400", "vi"};
  std::map<std::string, Coverages> in_use, all;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const std::vector<internal::sketch::ShingleSet> sets = redrawn(documents_.sets, draw);
    for (const Row& row : rows_) {
      const internal::sketch::ShingleSet& a = sets[documents_.number(row[0])];
      const internal::sketch::ShingleSet& b = sets[documents_.number(row[1])];
      const internal::join::PairMeasures truth = counted_measures(a, b);
      for (const char* name : names) {
        const internal::join::PairMeasures estimate =
            estimated(*internal::sketch::Sampler::parse(name), a, b);
        if (draw == 0) in_use[name].add(estimate, truth);
        all[name].add(estimate, truth);
      }
    }
  }
  for (const char* name : names) {
    std::cout << name << ": " << in_use[name].both() << "\n  over " << kDraws
              << " draws: resemblance " << all[name].resemblance << ", containment "
              << all[name].containment << "\n";
    EXPECT_NEAR(in_use[name].both().share(), .95, .02) << name;
    EXPECT_NEAR(all[name].resemblance.share(), .95, .015) << name;
    EXPECT_NEAR(all[name].containment.share(), .95, .015) << name;
  }
}

}  // namespace
}  // namespace whorl::quality
