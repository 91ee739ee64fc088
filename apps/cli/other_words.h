// What other tools call what a flag of whorl does.
#pragma once

#include <string_view>

#include "cli/flags.h"

namespace whorl::cli {

struct OtherWord {
  std::string_view word;  // without its dashes; "-" stands for "_" too
  std::string_view flag;  // of whorl
  std::string_view note;  // what to give to it; empty: what is given there
};

// Null where no other tool is known to call a flag of this command so.
const OtherWord* other_word(const Command& command, std::string_view word);

}  // namespace whorl::cli
