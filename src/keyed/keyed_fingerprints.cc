#include "keyed/keyed_fingerprints.h"

#include <string>
#include <vector>

#include "base/guard.h"
#include "base/try.h"
#include "canon/memory_text.h"
#include "feature/chunks.h"
#include "keyed/keyed_token_hash.h"
#include "keyed/written_symbols.h"
#include "select/check_recipe.h"
#include "select/rarity.h"
#include "select/select.h"
#include "whorl/key.h"

namespace whorl::internal::keyed {
namespace {

bool is_rare(const Recipe& recipe) { return recipe.selector.name == "rare"; }

// Of every k-gram.
std::vector<std::uint64_t> hashes_of(const WrittenSymbols& written, std::size_t k,
                                     const SipKey& key) {
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0; i + k <= written.size(); ++i) {
    out.push_back(siphash(written.bytes(i, k), key));
  }
  return out;
}

std::vector<std::uint32_t> positions_of(const canon::SymbolSpan& symbols,
                                        const WrittenSymbols& written, const Recipe& recipe,
                                        const Subkeys& subkeys) {
  const std::vector<std::uint64_t> orders = hashes_of(written, recipe.k, subkeys.order);
  if (!is_rare(recipe)) {
    return select::find_selector(recipe.selector.name)->on_hashes(orders, recipe.selector.args);
  }
  return select::rarest(select::prefix_counts(symbols, recipe.k), orders, orders,
                        recipe.selector.args[0]);
}

}  // namespace

Result<void> check_selector(const Recipe& recipe) {
  const auto can = [](const select::Selector& row) {
    return row.on_hashes != nullptr || row.name == "rare";
  };
  if (can(*select::find_selector(recipe.selector.name))) return {};
  std::string known;
  for (const select::Selector& row : select::selectors()) {
    if (can(row)) known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  return fail(ErrorCode::invalid_argument,
              "selector '" + recipe.selector.name + "' cannot choose by a key; there are " + known);
}

Fingerprints fingerprints_of(const canon::SymbolSpan& symbols, const Recipe& recipe,
                             const Subkeys& subkeys) {
  const WrittenSymbols written(symbols);
  Fingerprints out;
  out.position = positions_of(symbols, written, recipe, subkeys);
  for (const std::uint32_t position : out.position) {
    out.hash.push_back(siphash(written.bytes(position, recipe.k), subkeys.fingerprints));
  }
  return out;
}

}  // namespace whorl::internal::keyed

namespace whorl {

using namespace internal;

namespace {

Result<void> check_key(const Recipe& recipe, const Key& key) {
  if (recipe.key_id == key.id()) return {};
  return fail(ErrorCode::invalid_argument,
              recipe.key_id.empty()
                  ? "the recipe is not keyed; keyed() makes one that is"
                  : "the recipe is of the key " + recipe.key_id + ", the key given is " + key.id());
}

}  // namespace

Result<Recipe> keyed(Recipe recipe, const Key& key) try {
  recipe.key_id = key.id();
  WHORL_RETURN_IF_ERROR(select::check_recipe(recipe));
  if (!recipe.has_chunks()) WHORL_RETURN_IF_ERROR(keyed::check_selector(recipe));
  return recipe;
} catch (...) {
  return base::caught();
}

Result<Fingerprints> fingerprint(std::string_view text, const Recipe& recipe, const Key& key) try {
  Recipe unkeyed = recipe;
  unkeyed.key_id.clear();
  WHORL_RETURN_IF_ERROR(select::check_kgrams(unkeyed));
  WHORL_RETURN_IF_ERROR(check_key(recipe, key));
  WHORL_RETURN_IF_ERROR(keyed::check_selector(recipe));
  canon::MemoryText memory;
  WHORL_ASSIGN_OR_RETURN(
      const auto symbols,
      memory.symbols(*canon::find_front_end(recipe.front_end), recipe.argument, text));
  return keyed::fingerprints_of(symbols, recipe, key.subkeys());
} catch (...) {
  return base::caught();
}

Result<ChunkSet> chunks(std::string_view text, const Recipe& recipe, const Key& key) try {
  WHORL_RETURN_IF_ERROR(select::check_chunked(recipe));
  WHORL_RETURN_IF_ERROR(check_key(recipe, key));
  WHORL_ASSIGN_OR_RETURN(const auto canon,
                         canon::MemoryText::canonicalize(*canon::find_front_end(recipe.front_end),
                                                         recipe.argument, text));
  return feature::chunks_of(canon, text, recipe, keyed::KeyedTokenHash(key.subkeys()));
} catch (...) {
  return base::caught();
}

}  // namespace whorl
