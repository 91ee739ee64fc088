// What parses prints, and parses again to the same.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "whorl/recipe.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto recipe =
      whorl::parse_recipe(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!recipe) return 0;
  const auto again = whorl::parse_recipe(whorl::print(*recipe));
  if (!again || !(*again == *recipe)) std::abort();
  if (!whorl::comparable(*recipe, *again)) std::abort();
  return 0;
}
