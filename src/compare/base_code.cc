#include "compare/base_code.h"

#include <algorithm>

#include "compare/fingerprint_file.h"

namespace whorl {
namespace {

// The ranges of [0, size) that `masked` (ascending, apart) leaves.
std::vector<SymbolRange> rest_of(const std::vector<SymbolRange>& masked, std::uint32_t size) {
  std::vector<SymbolRange> rest;
  std::uint32_t at = 0;
  for (const SymbolRange& range : masked) {
    if (range.begin > at) rest.push_back({at, range.begin});
    at = range.end;
  }
  if (at < size) rest.push_back({at, size});
  return rest;
}

}  // namespace

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
  file.unmasked = rest_of(masked, size);
  for (const SymbolRange& range : masked) {
    file.entry.base_symbols += range.end - range.begin;
    file.entry.base.push_back(file.canon.origin.bytes(range.begin, range.end));
  }
  file.entry.symbols = size - file.entry.base_symbols;
}

}  // namespace whorl
