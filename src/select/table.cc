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
       .refuse = nullptr,
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
       .refuse = nullptr,
       .select = rows::robust,
       .on_hashes = rows::robust_hashes},
      {.name = "oc",
       .parameters = {"w", "s"},
       .guarantees = true,
       .local = true,
       .source = "Groot Koerkamp, Liu and Pibiri 2025",
       .density = rows::open_closed_density,
       .family = "oc",
       .query = QueryRule::wider_window,
       .complete = rows::complete_short_gram,
       .refuse = rows::refuse_long_gram,
       .select = rows::open_closed,
       .on_hashes = nullptr},
      {.name = "modmin",
       .parameters = {"w", "r"},
       .guarantees = true,
       .local = true,
       .source = "Groot Koerkamp and Pibiri 2024",
       .density = rows::mod_minimizer_density,
       .family = "modmin",
       .query = QueryRule::same_arguments,
       .complete = rows::complete_short_gram,
       .refuse = rows::refuse_long_gram,
       .select = rows::mod_minimizer,
       .on_hashes = nullptr},
      {.name = "modp",
       .parameters = {"p"},
       .guarantees = false,
       .local = true,
       .source = "000 §2; 001 MOD_m",
       .density = rows::modp_density,
       .family = "modp",
       .query = QueryRule::multiple,
       .complete = nullptr,
       .refuse = nullptr,
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
       .refuse = nullptr,
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
       .refuse = nullptr,
       .select = rows::smallest,
       .on_hashes = rows::smallest_hashes},
  };
  return kRows;
}

const Selector* find_selector(std::string_view name) {
  const auto row = std::ranges::find(selectors(), name, &Selector::name);
  return row == selectors().end() ? nullptr : &*row;
}

Fingerprints select(const Symbols& symbols, const Recipe& recipe, unsigned threads) {
  return find_selector(recipe.selector.name)->select(symbols, recipe, threads);
}

Fingerprints select(const Canon& canon, const Recipe& recipe) {
  return select(canon.symbols, recipe);
}

}  // namespace whorl
