// A text's style as numbers: habits that writers do not notice.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "methods/method.h"

namespace whorl::internal::methods {

// The meaning of each number of a style.
std::span<const std::string_view> style_names();

// In the order of the names. A number is NaN if the text is too short for it.
Result<std::vector<double>> style_of(std::string_view text, const Settings& settings);

}  // namespace whorl::internal::methods
