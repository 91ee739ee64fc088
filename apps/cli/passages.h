// whorl dedup --passages.
#pragma once

#include <string_view>

#include "cli/arguments.h"

namespace whorl::cli {

// The first flag given that is about passages alone; empty: none was.
std::string_view passage_flag(const Arguments& arguments);

int run_passages(Arguments& arguments);

}  // namespace whorl::cli
