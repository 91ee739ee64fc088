#include <algorithm>
#include <array>
#include <cmath>

#include "base/try.h"
#include "canon/symbol.h"
#include "measuring/rows.h"
#include "measuring/symbols.h"

namespace whorl::internal::measuring {
namespace {

constexpr std::array<std::string_view, 4> kWords = {"the", "and", "but", "so"};

}  // namespace

Result<WordStatistics::State> WordStatistics::keep(std::string_view text,
                                                   const Settings& settings) {
  WHORL_ASSIGN_OR_RETURN(const auto canon, canon_of(text, settings));
  const auto& tokens = std::get<canon::Tokens>(canon.symbols);
  State shares;
  for (const std::string_view word : kWords) {
    const auto count = static_cast<double>(std::ranges::count(tokens, canon::symbol_of(word)));
    const auto all = static_cast<double>(std::max<std::size_t>(tokens.size(), 1));
    shares.push_back(100 * count / all);
  }
  return shares;
}

Figures WordStatistics::compare(const State& a, const State& b, const Settings&) {
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
  Figures figures;
  figures.distance = std::sqrt(squares);
  return figures;
}

}  // namespace whorl::internal::measuring
