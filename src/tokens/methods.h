// The tables of front ends and languages as `whorl methods` lists them.
#pragma once

#include <vector>

#include "whorl/methods.h"

namespace whorl::internal::tokens {

std::vector<FrontEndMethod> front_end_methods();

// What --language takes: the languages of the front end `code`, then the other front ends.
std::vector<LanguageMethod> language_methods();

}  // namespace whorl::internal::tokens
