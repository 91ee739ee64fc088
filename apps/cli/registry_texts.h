// whorl registry texts: what registering would read.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments.h"

namespace whorl::cli {

// A line of JSON for each document of the paths; the exit status.
int print_registry_texts(const Arguments& arguments, const std::vector<std::string>& paths);

}  // namespace whorl::cli
