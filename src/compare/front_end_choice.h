// Which front end reads a file.
#pragma once

#include <string_view>

#include "canon/language.h"
#include "compare/settings.h"
#include "read/viewable.h"

namespace whorl {

// In this order: the front end of --recipe, the one of --language, what a converter knows
// the text to be, what name and content say.
Detected choose_front_end(std::string_view path, const Viewable& viewable,
                          const Settings& settings);

}  // namespace whorl
