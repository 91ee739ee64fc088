#include "methods/symbols.h"

#include "base/try.h"
#include "fingerprints/sketch/shingle_set.h"
#include "tokens/memory_text.h"

namespace whorl::internal::methods {

Result<tokens::Canon> canon_of(std::string_view text, const Settings& settings) {
  return tokens::MemoryText::canonicalize(*settings.front_end, settings.argument, text);
}

Result<sketch::ShingleSet> shingles_of(std::string_view text, const Settings& settings,
                                       std::uint64_t k) {
  WHORL_ASSIGN_OR_RETURN(const auto canon, canon_of(text, settings));
  return sketch::shingle_set(canon.symbols, static_cast<std::uint32_t>(k));
}

Recipe recipe_of(const Settings& settings, std::uint64_t k, SelectorSpec selector) {
  Recipe recipe;
  recipe.front_end = settings.front_end->name;
  recipe.argument = settings.argument;
  recipe.k = static_cast<std::uint32_t>(k);
  recipe.selector = std::move(selector);
  return recipe;
}

}  // namespace whorl::internal::methods
