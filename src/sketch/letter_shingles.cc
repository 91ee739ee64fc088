#include "sketch/letter_shingles.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <variant>
#include <vector>

#include "canon/fold_table.h"
#include "canon/weight.h"
#include "kernels/kgram_hash.h"

namespace whorl::internal::sketch {
namespace {

template <class Symbol>
bool is_letter(Symbol symbol) {
  constexpr char32_t kFirstEastAsian = 0x2E80;
  const char32_t c = canon::character_of(symbol);
  return c < kFirstEastAsian ||
         canon::FoldTable::instance()[c].char_class != canon::CharClass::unspaced;
}

template <class Symbol>
std::vector<std::uint64_t> shingles_of(std::span<const Symbol> text) {
  std::vector<Symbol> kept;
  std::ranges::copy_if(text, std::back_inserter(kept), is_letter<Symbol>);
  const std::span<const Symbol> letters(kept);
  if (letters.empty() || 2 * letters.size() < text.size()) return {};
  const std::size_t k = std::min<std::size_t>(letters.size(), kLettersOfShingle);
  std::vector<std::uint64_t> all(letters.size() - k + 1);
  kernels::all_fingerprints(letters, k, 0, all.data());
  return all;
}

}  // namespace

double LetterRule::share(double words) const {
  return below == 0 ? 0 : std::clamp(2 - words / below, 0.0, 1.0);
}

void add_letter_shingles(const canon::SymbolSpan& text, double share, ShingleSet& set) {
  const auto all = std::visit([](auto symbols) { return shingles_of(symbols); }, text);
  // Every document keeps its greatest fingerprints, so that two documents keep the same ones.
  const double least = std::ldexp(1 - share, 64);
  std::ranges::copy_if(all, std::back_inserter(set), [least](std::uint64_t fingerprint) {
    return static_cast<double>(fingerprint) >= least;
  });
}

}  // namespace whorl::internal::sketch
