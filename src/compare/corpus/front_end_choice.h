// Which front end reads a file.
#pragma once

#include <string_view>

#include "canon/language.h"
#include "compare/corpus/settings.h"
#include "read/viewable.h"

namespace whorl::internal::compare::corpus {

// In this order: the front end of --recipe, the one of --language, what a converter knows
// the text to be, what name and content say.
canon::Detected choose_front_end(std::string_view path, const read::Viewable& viewable,
                                 const Settings& settings);

}  // namespace whorl::internal::compare::corpus
