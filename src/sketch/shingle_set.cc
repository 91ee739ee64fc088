#include "sketch/shingle_set.h"

#include <variant>

#include "base/sort_hashes.h"
#include "kernels/kgram_hash.h"

namespace whorl::internal::sketch {

void shingle_set(const canon::SymbolSpan& symbols, std::uint32_t k, ShingleSet& set) {
  set.clear();
  std::visit(
      [&](auto list) {
        if (list.size() < k) return;
        set.resize(list.size() - k + 1);
        kernels::all_fingerprints(list, k, 0, set.data());
      },
      symbols);
  base::sort_distinct_hashes(set);
}

ShingleSet shingle_set(const canon::Symbols& symbols, std::uint32_t k) {
  ShingleSet set;
  shingle_set(canon::span_of(symbols), k, set);
  return set;
}

}  // namespace whorl::internal::sketch
