#include "compare/scoring/calibration.h"

#include <algorithm>
#include <iterator>

namespace whorl::internal::compare::scoring {
namespace {

// Printed by `./dev bench chance FOLDER --fit`.
constexpr Calibration kCalibrations[] = {
    {.recipe = "code:c/k=7/winnow:w=2",
     .bits = {20.3, 30.4, 48.6, 68.7, 103.1, 161.4, 167.5},
     .scores = {0.7393, 0.8586, 0.9452, 0.9655, 0.9815, 0.9930, 0.9993}},
    {.recipe = "code:cpp/k=7/winnow:w=2",
     .bits = {20.3, 30.0, 47.5, 63.7, 83.2, 116.3, 193.1},
     .scores = {0.6219, 0.7191, 0.8546, 0.9361, 0.9622, 0.9805, 0.9896}},
    {.recipe = "code:java/k=7/winnow:w=2",
     .bits = {21.9, 33.0, 51.3, 66.3, 89.1, 128.5, 200.5},
     .scores = {0.8198, 0.8876, 0.9548, 0.9744, 0.9879, 0.9993, 0.9996}},
    {.recipe = "code:python/k=7/winnow:w=2",
     .bits = {21.5, 32.3, 52.0, 75.4, 115.8, 212.7, 250.1},
     .scores = {0.6838, 0.8048, 0.9318, 0.9563, 0.9736, 0.9906, 0.9985}},
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
