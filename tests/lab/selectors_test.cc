// Statements of the paper about selectors, tested on random letters.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../temp_folder.h"
#include "run.h"

namespace whorl::test {
namespace {

// The paper's first experiment with an eighth of its letters: within 3 %, where 8 MB are within 1
// %.
TEST(Density, OfRandomLettersIsTheExpectedOne) {
  LabOptions options;
  options.random = 1 << 20;
  const LabReport report = run("density", options);
  const LabTable& rows = table(report, "density");
  EXPECT_NEAR(figure(rows, "winnow:w=100", "density") / (2.0 / 101), 1, .03);
  EXPECT_NEAR(figure(rows, "modp:p=50", "density") / .02, 1, .03);
  EXPECT_LT(figure(rows, "oc:w=100", "density"), 2.0 / 101 * .9);
  EXPECT_NEAR(figure(rows, "every:i=50", "density"), .02, 1e-5);
  for (const char* selector : {"winnow:w=100", "modp:p=50", "oc:w=100"}) {
    EXPECT_NEAR(figure(rows, selector, "chi² / 255"), 1, .4) << selector;
  }
  EXPECT_EQ(std::get<std::uint64_t>(table(report, "data").rows[0][2]), (1u << 20) - 49);
}

// Winnowing has a fingerprint in every window of w; other selectors may not.
TEST(Density, RunsWithoutAFingerprintAreShorterThanAWindow) {
  LabOptions options;
  options.random = 1 << 17;
  options.window = 20;
  options.k = 9;
  const LabReport report = run("density", options);
  const LabTable& rows = table(report, "density");
  for (const char* selector : {"winnow:w=20", "robust:w=20", "oc:w=20", "safemodp:w=20"}) {
    EXPECT_LE(count(rows, selector, "longest run"), 19u) << selector;
    EXPECT_GE(count(rows, selector, "longest run"), 15u) << selector;
  }
  EXPECT_GT(count(rows, "modp:p=50", "longest run"), 200u);
}

// A text of one letter has only one k-gram: 0 mod p keeps all or none of its occurrences, and
// winnowing keeps all, except that robust winnowing keeps one per window.
TEST(Density, OfLowEntropyTextIsThatOfThePaper) {
  const TempFolder folder("density");
  folder.write("a.txt", std::string(10'049, '0'));
  LabOptions options;
  options.paths = {folder.path("a.txt")};
  const LabReport report = run("density", options);
  const LabTable& rows = table(report, "density");
  EXPECT_NEAR(figure(rows, "winnow:w=100", "density"), 1, .011);
  EXPECT_NEAR(figure(rows, "robust:w=100", "density"), .01, .001);
  EXPECT_EQ(std::get<std::string>(cell(rows, "modp:p=50", "in")),
            count(rows, "modp:p=50", "fingerprints") == 0 ? "a.txt" : "");
}

// Both the row and the note say so; with k = w + r it is another selector.
TEST(Density, SaysWhereAModMinimizerIsPlainWinnowing) {
  for (const std::uint32_t k : {15, 16}) {
    LabOptions options;
    options.random = 50'000;
    options.k = k;
    options.window = 12;
    const LabReport report = run("density", options);
    const LabTable& rows = table(report, "density");
    EXPECT_EQ(
        count(rows, "modmin:w=12", "fingerprints") == count(rows, "winnow:w=12", "fingerprints"),
        k == 15);
    EXPECT_EQ(report.notes.back().starts_with("modmin:w=12 is winnow:w=12 here"), k == 15);
  }
}

TEST(Guarantee, FindsNothingUnderKAndAllFromT) {
  LabOptions options;
  options.k = 8;
  options.window = 12;
  options.modulus = 6;
  options.trials = 60;
  const LabReport report = run("guarantee", options);
  const LabTable& rows = table(report, "detected");
  for (const auto& row : rows.rows) {
    const std::uint64_t length = std::get<std::uint64_t>(row[0]);
    for (const char* selector : {"winnow:w=12", "robust:w=12", "oc:w=12", "modmin:w=12",
                                 "safemodp:w=12", "modp:p=6", "every:i=6"}) {
      const double share = std::get<double>(row[column(rows, selector)]);
      if (length < 8) {
        EXPECT_EQ(share, 0) << selector << " " << length;
      }
      const bool guarantees = !std::string_view(selector).starts_with("modp") &&
                              !std::string_view(selector).starts_with("every");
      if (guarantees && length >= 19) {
        EXPECT_EQ(share, 1) << selector << " " << length;
      }
    }
    // Each k-gram is 0 mod p with probability 1/p.
    const double expected = length < 8 ? 0 : 1 - std::pow(5.0 / 6, static_cast<double>(length - 7));
    EXPECT_NEAR(std::get<double>(row[column(rows, "modp:p=6")]), expected, .25) << length;
  }
}

TEST(Guarantee, ALetterInFrontLeavesEveryIthToChance) {
  LabOptions options;
  options.trials = 1;
  const LabReport report = run("guarantee", options);
  const LabTable& rows = table(report, "copies");
  EXPECT_EQ(figure(rows, "every:i=50", "a copy"), 1);
  EXPECT_LT(figure(rows, "every:i=50", "after one letter more"), .1);
  for (const char* selector : {"winnow:w=100", "modp:p=50", "oc:w=100"}) {
    EXPECT_GT(figure(rows, selector, "after one letter more"), .95) << selector;
  }
}

// Schleimer 2003 §2.1, position independence.
TEST(Guarantee, FindsWhatIsAmidMovedParts) {
  LabOptions options;
  options.trials = 1;
  const LabReport report = run("guarantee", options);
  const LabTable& rows = table(report, "copies");
  for (const char* kept :
       {"amid parts in another order", "amid what is left of it", "amid it in a longer text"}) {
    for (const char* selector :
         {"winnow:w=100", "oc:w=100", "modmin:w=100", "safemodp:w=100", "modp:p=50"}) {
      EXPECT_EQ(figure(rows, selector, kept), 1) << selector << ": " << kept;
    }
    EXPECT_GE(figure(rows, "robust:w=100", kept), .99) << kept;
  }
  EXPECT_LT(figure(rows, "every:i=50", "amid parts in another order"), .1);
}

TEST(Lab, TheSameSeedGivesTheSameFigures) {
  LabOptions options;
  options.random = 100'000;
  EXPECT_EQ(to_json(run("density", options)), to_json(run("density", options)));
  LabOptions other = options;
  other.seed = 2;
  EXPECT_NE(to_json(run("density", options)), to_json(run("density", other)));
}

}  // namespace
}  // namespace whorl::test
