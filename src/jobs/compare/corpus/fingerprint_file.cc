#include "jobs/compare/corpus/fingerprint_file.h"

#include <algorithm>

#include "fingerprints/select/select.h"
#include "passages/match/thinner.h"

namespace whorl::internal::compare::corpus {
namespace {

constexpr std::uint32_t kBlock = 1u << 20;  // symbols fingerprinted at once

// Calls body(block) with blocks that cover `range` and overlap by `overlap` symbols, so that each
// window of overlap + 1 symbols is completely in one of them.
template <class Body>
void for_each_block(SymbolRange range, std::uint32_t overlap, Body body) {
  for (std::uint32_t begin = range.begin;;) {
    const std::uint64_t end = std::uint64_t{begin} + kBlock + overlap;
    if (end >= range.end) return body(SymbolRange{begin, range.end});
    body(SymbolRange{begin, static_cast<std::uint32_t>(end)});
    begin += kBlock;
  }
}

// Selects from `range` and passes on each selected k-gram once. `reach` is the symbols of one
// window.
template <class Sink>
void select_range(const PreparedFile& file, const Recipe& recipe, SymbolRange range,
                  std::uint32_t reach, Sink sink) {
  std::int64_t last = -1;
  for_each_block(range, reach - 1, [&](SymbolRange block) {
    const bool whole = block.begin == 0 && block.end == file.canon.size();
    const Fingerprints selected =
        select::select(whole ? file.canon.symbols : slice(file.canon.symbols, block), recipe);
    for (std::size_t i = 0; i < selected.size(); ++i) {
      const std::uint32_t position = selected.position[i] + block.begin;
      if (position <= last) continue;
      last = position;
      sink(selected.hash[i] ^ file.class_salt, position);
    }
  });
}

}  // namespace

void for_each_kgram(const PreparedFile& file, const KgramSink& sink) {
  const auto size = static_cast<std::uint32_t>(file.canon.size());
  if (size < file.recipe.k) return;
  select_range(file, with_window(file.recipe, 1), {0, size}, file.recipe.k, sink);
}

std::vector<std::uint64_t> tgram_hashes(const PreparedFile& file, SymbolRange range) {
  Recipe every = with_window(file.recipe, 1);
  every.k = file.guarantee;
  std::vector<std::uint64_t> hashes;
  if (range.length() < every.k) return hashes;
  hashes.reserve(range.length() - every.k + 1);
  select_range(file, every, range, every.k,
               [&](std::uint64_t hash, std::uint32_t) { hashes.push_back(hash); });
  return hashes;
}

void fingerprint_range(const PreparedFile& file, SymbolRange range, Fingerprints& out) {
  const Recipe& recipe = file.recipe;
  if (range.length() < recipe.k) return;
  const std::uint32_t window = window_of(recipe);
  const std::uint32_t reach = std::max(window, 1u) + recipe.k - 1;
  match::Thinner thinner(window, recipe.k, out);
  select_range(file, recipe, range, reach,
               [&](std::uint64_t hash, std::uint32_t at) { thinner.add(hash, at); });
  thinner.finish();
}

Fingerprints fingerprint_file(const PreparedFile& file) {
  Fingerprints out;
  for (const SymbolRange& range : file.unmasked) fingerprint_range(file, range, out);
  return out;
}

}  // namespace whorl::internal::compare::corpus
