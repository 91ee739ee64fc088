// The k-grams by which runs of t symbols meet: t = k + w - 1, as winnowing guarantees.
#pragma once

#include <cstdint>
#include <string>

#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::repeats {

struct Grid {
  std::uint32_t run = 0;        // t
  std::uint32_t window = 0;     // w
  Recipe recipe;                // of the selection
  std::uint64_t word_seed = 0;  // of the hashes of words, drawn for each grid

  bool is_of_words() const { return recipe.front_end == "words"; }
};

// About half of t is the k-gram and half the window: wider windows select less, longer k-grams
// agree by chance less. Refuses front ends whose symbols leave out letters or that are no text.
Result<Grid> make_grid(const std::string& front_end, std::uint32_t run);

}  // namespace whorl::internal::repeats
