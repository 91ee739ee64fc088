#include <algorithm>
#include <vector>

#include "select/rows.h"
#include "select/select.h"

namespace whorl {

std::span<const Selector> selectors() {
  static const std::vector<Selector> kRows = {
      {.name = "winnow",
       .parameters = {"w"},
       .guarantees = true,
       .local = true,
       .source = "000 Definition 1",
       .density = rows::winnow_density,
       .family = "winnow",
       .query = QueryRule::wider_window,
       .complete = nullptr,
       .select = rows::winnow,
       .on_hashes = rows::winnow_hashes},
      {.name = "robust",
       .parameters = {"w"},
       .guarantees = true,
       .local = false,
       .source = "000 Definition 3",
       .density = rows::winnow_density,
       .family = "winnow",
       .query = QueryRule::wider_window,
       .complete = nullptr,
       .select = rows::robust,
       .on_hashes = rows::robust_hashes},
      {.name = "modp",
       .parameters = {"p"},
       .guarantees = false,
       .local = true,
       .source = "000 §2; 001 MOD_m",
       .density = rows::modp_density,
       .family = "modp",
       .query = QueryRule::multiple,
       .complete = nullptr,
       .select = rows::modp,
       .on_hashes = rows::modp_hashes},
      {.name = "safemodp",
       .parameters = {"w", "p"},
       .guarantees = true,
       .local = true,
       .source = "000 §4",
       .density = rows::safe_modp_density,
       .family = "safemodp",
       .query = QueryRule::same_arguments,
       .complete = rows::complete_safe_modp,
       .select = rows::safe_modp,
       .on_hashes = rows::safe_modp_hashes},
      {.name = "min",
       .parameters = {"s"},
       .guarantees = false,
       .local = false,
       .source = "001 MIN_s; 000 §2 (Heintze)",
       .density = rows::unknown_density,
       .family = "min",
       .query = QueryRule::any_size,
       .complete = nullptr,
       .select = rows::smallest,
       .on_hashes = rows::smallest_hashes},
  };
  return kRows;
}

const Selector* find_selector(std::string_view name) {
  const auto row = std::ranges::find(selectors(), name, &Selector::name);
  return row == selectors().end() ? nullptr : &*row;
}

Fingerprints select(const Symbols& symbols, const Recipe& recipe) {
  return find_selector(recipe.selector.name)->select(symbols, recipe);
}

Fingerprints select(const Canon& canon, const Recipe& recipe) {
  return select(canon.symbols, recipe);
}

}  // namespace whorl
