#include "sketch/shingle_set.h"

#include <variant>

#include "kernels/kgram_hash.h"

namespace whorl::internal::sketch {

namespace {

void fill_in_order(const canon::SymbolSpan& symbols, std::uint32_t k,
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

void shingle_set(const canon::SymbolSpan& symbols, std::uint32_t k, base::HashSorter& sorter,
                 ShingleSet& set) {
  fill_in_order(symbols, k, set);
  sorter.sort_distinct(set);
}

ShingleSet shingle_set(const canon::Symbols& symbols, std::uint32_t k) {
  ShingleSet set;
  base::HashSorter sorter;
  shingle_set(canon::span_of(symbols), k, sorter, set);
  return set;
}

std::vector<std::uint64_t> shingles_in_order(const canon::Symbols& symbols, std::uint32_t k) {
  std::vector<std::uint64_t> shingles;
  fill_in_order(canon::span_of(symbols), k, shingles);
  return shingles;
}

}  // namespace whorl::internal::sketch
