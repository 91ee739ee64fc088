// The tables of tokenizers and languages as `whorl methods` lists them.
#pragma once

#include <vector>

#include "whorl/methods.h"

namespace whorl::internal::tokens {

std::vector<FrontEndMethod> front_end_methods();

// The values of --language: the languages of the tokenizer `code`, then the other tokenizers.
std::vector<LanguageMethod> language_methods();

}  // namespace whorl::internal::tokens
