// The manual page, from the table of flags.
#pragma once

#include <string>

namespace whorl::cli {

// troff source with man macros. docs/whorl.1 holds the same; a test compares them.
std::string man_page();

}  // namespace whorl::cli
