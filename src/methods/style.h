// A text's style as numbers: what a writer does without thinking of it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "methods/method.h"

namespace whorl::internal::methods {

// What each number of a style is, in words.
std::span<const std::string_view> style_names();

// In the order of the names. A number that a text is too short for is NaN.
Result<std::vector<double>> style_of(std::string_view text, const Settings& settings);

}  // namespace whorl::internal::methods
