#include "fingerprints/sketch/shingle_set.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <variant>
#include <vector>

#include "fingerprints/kernels/kgram_hash.h"
#include "tokens/fold_table.h"
#include "tokens/weight.h"

namespace whorl::internal::sketch {
namespace {

template <class Symbol>
bool is_letter(Symbol symbol) {
  constexpr char32_t kFirstEastAsian = 0x2E80;
  const char32_t c = tokens::character_of(symbol);
  return c < kFirstEastAsian ||
         tokens::FoldTable::instance()[c].char_class != tokens::CharClass::unspaced;
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

void fill_in_order(const tokens::SymbolSpan& symbols, std::uint32_t k,
                   std::vector<std::uint64_t>& shingles) {
  shingles.clear();
  std::visit(
      [&](auto list) {
        if (list.size() < k) return;
        shingles.resize(list.size() - k + 1);
        kernels::all_fingerprints(list, k, 0, shingles.data());
      },
      symbols);
}

}  // namespace

double LetterRule::share(double words) const {
  return below == 0 ? 0 : std::clamp(2 - words / below, 0.0, 1.0);
}

void add_letter_shingles(const tokens::SymbolSpan& text, double share, ShingleSet& set) {
  const auto all = std::visit([](auto symbols) { return shingles_of(symbols); }, text);
  // Every document keeps its greatest fingerprints, so that two documents keep the same ones.
  const double least = std::ldexp(1 - share, 64);
  std::ranges::copy_if(all, std::back_inserter(set), [least](std::uint64_t fingerprint) {
    return static_cast<double>(fingerprint) >= least;
  });
}

std::vector<std::uint64_t> weighted_shingles(std::span<const std::uint32_t> words,
                                             std::span<const std::uint8_t> weights,
                                             std::uint32_t k) {
  const std::uint64_t least = std::uint64_t{k} * tokens::kWordWeight;
  std::vector<std::uint64_t> shingles;
  shingles.reserve(words.size());
  std::uint64_t weight = 0;  // of the words from `begin` to `end`
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    while (weight < least && end < words.size()) weight += weights[end++];
    if (weight < least) break;
    shingles.push_back(kernels::fingerprint(words.subspan(begin, end - begin), 0));
    weight -= weights[begin];
  }
  return shingles;
}

double total_weight(std::span<const std::uint8_t> weights) {
  const auto sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  return static_cast<double>(sum) / tokens::kWordWeight;
}

void shingle_set(const tokens::SymbolSpan& symbols, std::uint32_t k, base::HashSorter& sorter,
                 ShingleSet& set) {
  fill_in_order(symbols, k, set);
  sorter.sort_distinct(set);
}

ShingleSet shingle_set(const tokens::Symbols& symbols, std::uint32_t k) {
  ShingleSet set;
  base::HashSorter sorter;
  shingle_set(tokens::span_of(symbols), k, sorter, set);
  return set;
}

std::vector<std::uint64_t> shingles_in_order(const tokens::Symbols& symbols, std::uint32_t k) {
  std::vector<std::uint64_t> shingles;
  fill_in_order(tokens::span_of(symbols), k, shingles);
  return shingles;
}

}  // namespace whorl::internal::sketch
