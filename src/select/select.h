// Selection: which k-grams become fingerprints. The table of selectors, one row each.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "canon/canon.h"
#include "whorl/fingerprint.h"
#include "whorl/recipe.h"

namespace whorl {

struct Selector {
  std::string_view name;                      // "winnow", "robust", "modp", "safemodp", "min"
  std::vector<std::string_view> parameters;   // e.g. {"w"}
  bool guarantees;                            // every match of w + k - 1 symbols is found
  bool local;                                 // depends on the window alone: fit for alignment
  std::string_view source;                    // paper and section
  double (*density)(std::uint32_t k, std::span<const std::uint64_t> args);  // expected, random input
};

std::span<const Selector> selectors();
const Selector* find_selector(std::string_view name);

// Fingerprints of canonical text under a recipe that parse_recipe accepted. Depends on the
// symbols and the recipe alone. Fewer than k symbols: none. Fewer than w k-grams: one.
Fingerprints select(const Canon& canon, const Recipe& recipe);

}  // namespace whorl
