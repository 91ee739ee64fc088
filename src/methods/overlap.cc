// Methods that compare the exact text that two texts share: overlapping chunks, common substrings,
// tiles.

#include <algorithm>
#include <variant>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/try.h"
#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/select/select.h"
#include "methods/rows.h"
#include "methods/symbols.h"
#include "methods/word.h"
#include "whorl/match.h"

namespace whorl::internal::methods {
namespace {

// Symbols of a that are in a k-gram of b: those under its maximal common substrings with b of at
// least k symbols.
std::uint64_t covered(const ExactOverlap::State& a, const HashSet& b, std::uint64_t k) {
  std::uint64_t count = 0, end = 0;
  for (std::uint64_t i = 0; i < a.kgrams.size(); ++i) {
    if (!std::ranges::binary_search(b, a.kgrams[i])) continue;
    count += i + k - std::max(i, end);
    end = i + k;
  }
  return count;
}

}  // namespace

Result<ExactOverlap::State> ExactOverlap::keep(std::string_view text, const Settings& settings) {
  const std::uint64_t k = settings.args[0];
  WHORL_ASSIGN_OR_RETURN(const auto canon, canon_of(text, settings));
  State state;
  state.symbols = canon.size();
  state.text_bytes = text.size();
  if (state.symbols < k) return state;
  state.kgrams.resize(state.symbols - k + 1);
  std::visit([&](auto symbols) { kernels::all_fingerprints(symbols, k, 0, state.kgrams.data()); },
             tokens::span_of(canon.symbols));
  state.set = set_of(state.kgrams);
  return state;
}

Figures ExactOverlap::compare(const State& a, const State& b, const Settings& settings) {
  const std::uint64_t in_b = covered(a, b.set, settings.args[0]);
  const std::uint64_t in_a = covered(b, a.set, settings.args[0]);
  return {share(in_b + in_a, a.symbols + b.symbols),
          share(in_b, a.symbols),
          share(in_a, b.symbols),
          {}};
}

Result<Tiling::State> Tiling::keep(std::string_view text, const Settings& settings) {
  WHORL_ASSIGN_OR_RETURN(const auto canon, canon_of(text, settings));
  return State{std::string(text), canon.size()};
}

Result<Figures> Tiling::compare(const State& a, const State& b, const Settings& settings) {
  const Recipe recipe = recipe_of(settings, settings.args[0], {"winnow", {1}});
  std::uint64_t tiled = 0;
  WHORL_ASSIGN_OR_RETURN(const auto tiles, passages(a.text, b.text, recipe));
  for (const TextPassage& tile : tiles) tiled += tile.symbols;
  return Figures{share(2 * tiled, a.symbols + b.symbols),
                 share(tiled, a.symbols),
                 share(tiled, b.symbols),
                 {}};
}

Result<HashSet> OverlappingChunks::keep(std::string_view text, const Settings& settings) {
  return shingles_of(text, settings, settings.args[0]);
}

Result<HashSet> SifByHash::keep(std::string_view text, const Settings& settings) {
  const auto& args = settings.args;
  WHORL_ASSIGN_OR_RETURN(const auto canon, canon_of(text, settings));
  return set_of(select::select(canon, recipe_of(settings, args[0], {"modp", {args[1]}})).hash);
}

Result<HashSet> SifByAnchor::keep(std::string_view text, const Settings& settings) {
  const std::uint64_t length = settings.args[0];
  const std::string anchor = word_of_number(settings.args[1]);
  std::vector<std::uint64_t> hashes;
  for (auto at = text.find(anchor); at != text.npos; at = text.find(anchor, at + 1)) {
    const std::string_view chunk = text.substr(at, length);
    if (chunk.size() < length) break;
    hashes.push_back(XXH3_64bits(chunk.data(), chunk.size()));
  }
  return set_of(std::move(hashes));
}

}  // namespace whorl::internal::methods
