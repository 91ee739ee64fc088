#include "jobs/registry/keyed/keyed_fingerprints.h"

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/guard.h"
#include "base/try.h"
#include "base/utf8.h"
#include "fingerprints/chunks/chunks.h"
#include "fingerprints/chunks/token_hash.h"
#include "fingerprints/select/check_recipe.h"
#include "fingerprints/select/rarity.h"
#include "fingerprints/select/select.h"
#include "jobs/registry/keyed/subkeys.h"
#include "tokens/canon.h"
#include "tokens/memory_text.h"
#include "whorl/key.h"

namespace whorl::internal::registry::keyed {
namespace {

// WrittenSymbols: the k-grams of a text as the bytes that are hashed.

// Letters in UTF-8, bytes unchanged, words and tokens as four bytes each, little-endian: the same
// bytes as for fingerprints without a key (docs/methods.md, "K-grams and their hashes"). The
// symbols must outlive this.
class WrittenSymbols {
 public:
  explicit WrittenSymbols(const tokens::SymbolSpan& symbols) {
    std::visit([&](auto span) { take(span); }, symbols);
  }

  std::size_t size() const { return size_; }

  // The bytes of symbols [first, first + count).
  std::span<const std::uint8_t> bytes(std::size_t first, std::size_t count) const {
    if (ends_.empty()) return bytes_.subspan(first * width_, count * width_);
    const std::size_t begin = first == 0 ? 0 : ends_[first - 1];
    const std::size_t end = count == 0 ? begin : ends_[first + count - 1];
    return bytes_.subspan(begin, end - begin);
  }

 private:
  void take(std::span<const std::uint8_t> symbols) {
    bytes_ = symbols;
    size_ = symbols.size();
  }

  void take(std::span<const std::uint32_t> symbols) {
    static_assert(std::endian::native == std::endian::little);
    bytes_ = {reinterpret_cast<const std::uint8_t*>(symbols.data()), symbols.size_bytes()};
    width_ = sizeof(std::uint32_t);
    size_ = symbols.size();
  }

  void take(std::span<const char32_t> symbols) {
    for (const char32_t c : symbols) {
      base::append_utf8(c, text_);
      ends_.push_back(text_.size());
    }
    bytes_ = {reinterpret_cast<const std::uint8_t*>(text_.data()), text_.size()};
    size_ = symbols.size();
  }

  std::string text_;               // letters of one to four bytes
  std::vector<std::size_t> ends_;  // the end of each of these
  std::span<const std::uint8_t> bytes_;
  std::size_t width_ = 1;  // bytes a symbol, if all have the same number
  std::size_t size_ = 0;
};

// The hash of chunks under a key.

// SipHash-2-4: digests with the subkey of fingerprints, breakpoints with that of the order. So a
// digest does not reveal where its chunk ended.
class KeyedTokenHash final : public chunks::TokenHash {
 public:
  // `subkeys` must outlive this.
  explicit KeyedTokenHash(const Subkeys& subkeys) : subkeys_(subkeys) {}

  std::uint64_t digest(chunks::TokenSpan chunk) const override;
  void hash_each(chunks::TokenSpan tokens, std::span<std::uint64_t> out) const override;

 private:
  const Subkeys& subkeys_;
};

std::uint64_t KeyedTokenHash::digest(chunks::TokenSpan chunk) const {
  return siphash(WrittenSymbols(chunk).bytes(0, chunk.size()), subkeys_.fingerprints);
}

void KeyedTokenHash::hash_each(chunks::TokenSpan tokens, std::span<std::uint64_t> out) const {
  const WrittenSymbols written(tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    out[i] = siphash(written.bytes(i, 1), subkeys_.order);
  }
}

bool is_rare(const Recipe& recipe) { return recipe.selector.name == "rare"; }

// The hash of every k-gram.
std::vector<std::uint64_t> hashes_of(const WrittenSymbols& written, std::size_t k,
                                     const SipKey& key) {
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0; i + k <= written.size(); ++i) {
    out.push_back(siphash(written.bytes(i, k), key));
  }
  return out;
}

std::vector<std::uint32_t> positions_of(const tokens::SymbolSpan& symbols,
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
  return fail(ErrorCode::invalid_argument, "selector '" + recipe.selector.name +
                                               "' cannot be used with a key; known are " + known);
}

Fingerprints fingerprints_of(const tokens::SymbolSpan& symbols, const Recipe& recipe,
                             const Subkeys& subkeys) {
  const WrittenSymbols written(symbols);
  Fingerprints out;
  out.position = positions_of(symbols, written, recipe, subkeys);
  for (const std::uint32_t position : out.position) {
    out.hash.push_back(siphash(written.bytes(position, recipe.k), subkeys.fingerprints));
  }
  return out;
}

}  // namespace whorl::internal::registry::keyed

namespace whorl {

using namespace internal;

namespace {

Result<void> check_key(const Recipe& recipe, const Key& key) {
  if (recipe.key_id == key.id()) return {};
  return fail(ErrorCode::invalid_argument,
              recipe.key_id.empty()
                  ? "the recipe has no key; keyed() adds one"
                  : "the recipe needs the key " + recipe.key_id + ", the key given is " + key.id());
}

}  // namespace

Result<Recipe> keyed(Recipe recipe, const Key& key) try {
  recipe.key_id = key.id();
  WHORL_RETURN_IF_ERROR(select::check_recipe(recipe));
  if (!recipe.has_chunks()) WHORL_RETURN_IF_ERROR(registry::keyed::check_selector(recipe));
  return recipe;
} catch (...) {
  return base::caught();
}

Result<Fingerprints> fingerprint(std::string_view text, const Recipe& recipe, const Key& key) try {
  Recipe unkeyed = recipe;
  unkeyed.key_id.clear();
  WHORL_RETURN_IF_ERROR(select::check_kgrams(unkeyed));
  WHORL_RETURN_IF_ERROR(check_key(recipe, key));
  WHORL_RETURN_IF_ERROR(registry::keyed::check_selector(recipe));
  tokens::MemoryText memory;
  WHORL_ASSIGN_OR_RETURN(
      const auto symbols,
      memory.symbols(*tokens::find_front_end(recipe.front_end), recipe.argument, text));
  return registry::keyed::fingerprints_of(symbols, recipe, key.subkeys());
} catch (...) {
  return base::caught();
}

Result<ChunkSet> chunks(std::string_view text, const Recipe& recipe, const Key& key) try {
  WHORL_RETURN_IF_ERROR(select::check_chunked(recipe));
  WHORL_RETURN_IF_ERROR(check_key(recipe, key));
  WHORL_ASSIGN_OR_RETURN(const auto canon,
                         tokens::MemoryText::canonicalize(*tokens::find_front_end(recipe.front_end),
                                                          recipe.argument, text));
  return chunks::chunks_of(canon, text, recipe, registry::keyed::KeyedTokenHash(key.subkeys()));
} catch (...) {
  return base::caught();
}

}  // namespace whorl
