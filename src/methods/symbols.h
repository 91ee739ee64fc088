// The symbols of a text under the settings of a method.
#pragma once

#include <string_view>

#include "fingerprints/sketch/sketch.h"
#include "methods/method.h"
#include "tokens/canon.h"
#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::methods {

Result<tokens::Canon> canon_of(std::string_view text, const Settings& settings);

// The distinct k-grams of a text, as hashes, sorted.
Result<sketch::ShingleSet> shingles_of(std::string_view text, const Settings& settings,
                                       std::uint64_t k);

// A recipe of k-grams with the tokenizer of the settings.
Recipe recipe_of(const Settings& settings, std::uint64_t k, SelectorSpec selector);

}  // namespace whorl::internal::methods
