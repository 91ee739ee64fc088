#include "compare/corpus/base_code.h"

#include <algorithm>

#include "compare/corpus/fingerprint_file.h"

namespace whorl::internal::compare::corpus {

BaseCode::BaseCode(const std::vector<PreparedFile>& base) {
  for (const PreparedFile& file : base) {
    if (file.canon.size() == 0) continue;
    texts_.push_back(file.text_id);
    for_each_kgram(file, [&](std::uint64_t hash, std::uint32_t) { kgrams_.push_back(hash); });
  }
  std::ranges::sort(texts_);
  std::ranges::sort(kgrams_);
  kgrams_.erase(std::unique(kgrams_.begin(), kgrams_.end()), kgrams_.end());
}

void BaseCode::mask(PreparedFile& file) const {
  const auto size = static_cast<std::uint32_t>(file.canon.size());
  if (empty() || size == 0) return;
  std::vector<SymbolRange> masked;
  if (std::ranges::binary_search(texts_, file.text_id)) {
    masked = {{0, size}};
  } else {
    for_each_kgram(file, [&](std::uint64_t hash, std::uint32_t position) {
      if (!std::ranges::binary_search(kgrams_, hash)) return;
      if (masked.empty() || position > masked.back().end) masked.push_back({position, position});
      masked.back().end = position + file.recipe.k;
    });
  }
  if (masked.empty()) return;
  file.own = without(file.own, masked);
  file.unmasked = file.own;
  std::erase_if(file.unmasked, [&](SymbolRange range) { return range.length() < file.recipe.k; });
  for (const SymbolRange& range : without({{0, size}}, file.unmasked)) {
    file.entry.base_symbols += range.length();
    file.entry.base.push_back(file.canon.origin.bytes(range.begin, range.end));
  }
  file.entry.symbols = size - file.entry.base_symbols;
}

}  // namespace whorl::internal::compare::corpus
