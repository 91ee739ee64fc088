// Completion scripts, from the table of flags.
#pragma once

#include <string>

namespace whorl::cli {

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

}  // namespace whorl::cli
