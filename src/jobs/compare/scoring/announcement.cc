#include "jobs/compare/scoring/announcement.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include "whorl/recipe.h"

namespace whorl::internal::compare::scoring {
namespace {

// Printed by `./dev bench chance FOLDER --fit`.
constexpr Calibration kCalibrations[] = {
    {.recipe = "code:c/k=7/winnow:w=2",
     .bits = {23.2, 33.9, 54.3, 80.0, 122.9, 161.4, 167.5},
     .scores = {0.7498, 0.8308, 0.9091, 0.9579, 0.9774, 0.9963, 0.9994}},
    {.recipe = "code:cpp/k=7/winnow:w=2",
     .bits = {22.8, 33.5, 52.8, 69.9, 94.6, 130.3, 218.9},
     .scores = {0.6435, 0.7262, 0.8092, 0.8730, 0.9255, 0.9778, 0.9904}},
    {.recipe = "code:java/k=7/winnow:w=2",
     .bits = {25.4, 36.3, 55.4, 70.1, 96.2, 157.9, 218.5},
     .scores = {0.8264, 0.8839, 0.9371, 0.9681, 0.9856, 0.9993, 0.9996}},
    {.recipe = "code:python/k=7/winnow:w=2",
     .bits = {24.8, 35.9, 58.1, 90.6, 132.1, 250.1, 250.1},
     .scores = {0.6807, 0.7739, 0.8623, 0.9059, 0.9460, 0.9773, 0.9991}},
};

// A number from a validation set, and the most that the class supports.
Announcement limited(std::uint64_t measured, std::uint64_t supported) {
  return {std::min(measured, supported), supported < measured};
}

const Announcement& larger(const Announcement& a, const Announcement& b) {
  return a.once_in < b.once_in ? b : a;
}

const Calibration* calibration_of_file(const corpus::PreparedFile& file) {
  return calibration_of(print(file.recipe));
}

// Null if the files of the pair are not all of one calibrated language.
const Calibration* calibration_of_pair(const corpus::Corpus& corpus, const Pair& pair) {
  const Calibration* common = nullptr;
  for (const std::uint32_t side : {pair.a, pair.b}) {
    for (const std::uint32_t number : corpus.submissions[side].files) {
      const corpus::PreparedFile& file = corpus.files[number];
      if (file.own.empty()) continue;
      const Calibration* one = calibration_of_file(file);
      if (one == nullptr || (common != nullptr && one != common)) return nullptr;
      common = one;
    }
  }
  return common;
}

}  // namespace

const Calibration* calibration_of(std::string_view recipe) {
  const auto found = std::ranges::find(kCalibrations, recipe, &Calibration::recipe);
  return found == std::end(kCalibrations) ? nullptr : found;
}

std::uint64_t once_in(double value, const Thresholds& thresholds) {
  const auto reached = std::ranges::upper_bound(thresholds, value) - thresholds.begin();
  return reached == 0 ? 1 : kOnceIn[static_cast<std::size_t>(reached - 1)];
}

std::uint64_t once_in_class(std::uint32_t others, std::uint32_t having) {
  const std::uint64_t n = others, most = std::uint64_t{having} + 3;
  return std::max<std::uint64_t>(1, n * n / (most * most));
}

tl::expected<Announcement, NoEstimate> announce(const PairMatch& match,
                                                const std::vector<Chance>& chances,
                                                std::uint32_t alike, const corpus::Corpus& corpus) {
  Announcement most;
  std::uint32_t others = 0;  // of the passage with an estimate for which most remain
  auto reason = NoEstimate::scraps;
  for (std::size_t i = 0; i < chances.size(); ++i) {
    const corpus::FilePosition begin = corpus.locate(match.pair.a, match.chains[i].a_begin());
    const Calibration* calibration = calibration_of_file(corpus.files[begin.file]);
    if (calibration == nullptr) {
      reason = NoEstimate::not_validated;
    } else if (!chances[i].bits) {
      reason = chances[i].bits.error();
    } else {
      others = std::max(others, chances[i].others);
      most = larger(most, limited(once_in(*chances[i].bits, calibration->bits),
                                  once_in_class(chances[i].others, 0)));
    }
  }
  if (others == 0) return tl::unexpected(reason);
  if (const Calibration* calibration = calibration_of_pair(corpus, match.pair)) {
    most = larger(most, limited(once_in(match.pair.score, calibration->scores),
                                once_in_class(others + alike, alike)));
  }
  return most;
}

std::vector<std::uint32_t> count_alike(const std::vector<PairMatch>& matches,
                                       std::size_t submissions) {
  std::vector<std::vector<double>> scores(submissions);
  for (const PairMatch& match : matches) {
    scores[match.pair.a].push_back(match.pair.score);
    scores[match.pair.b].push_back(match.pair.score);
  }
  for (auto& of_one : scores) std::ranges::sort(of_one, std::greater());
  std::vector<std::uint32_t> alike;
  for (const PairMatch& match : matches) {
    std::ptrdiff_t most = 0;
    for (const std::uint32_t side : {match.pair.a, match.pair.b}) {
      const auto end = std::ranges::upper_bound(scores[side], match.pair.score, std::greater());
      most = std::max(most, end - scores[side].begin());
    }
    alike.push_back(static_cast<std::uint32_t>(most - 1));
  }
  return alike;
}

}  // namespace whorl::internal::compare::scoring
