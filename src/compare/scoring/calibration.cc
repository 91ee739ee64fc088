#include "compare/scoring/calibration.h"

#include <algorithm>
#include <iterator>

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

}  // namespace whorl::internal::compare::scoring
