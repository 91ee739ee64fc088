// Recipe: how a text becomes fingerprints.
//
// A user types a recipe, such as `text/k=50/robust:w=100/seed=1` or `words/k=10/mod:25`. All stored
// data contain the recipe with which they were made. Each batch resolves the recipe once into
// concrete types, so no inner loop reads it.
//
//   recipe   := front-end "/" features "/" selection [ "/digest=md5" ] [ "/seed=" N | "/key=" ID ]
//   front-end:= name [ ":" argument ]          text, words, html:words, code:java …
//   features := "k=" N | chunks                k-grams; or breakpoint:c=10, paragraph …
//   selection:= selector | culling             for k-grams: winnow:w=100, modp:p=64, min:400 …;
//                                              for chunks: variance, sqrt, none
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/result.h"

namespace whorl {

struct SelectorSpec {
  std::string name;                 // a selector or a culling (docs/methods.md)
  std::vector<std::uint64_t> args;  // in the order of its parameters
  friend bool operator==(const SelectorSpec&, const SelectorSpec&) = default;
};

struct ChunkSpec {
  std::string name;                      // a kind of chunks (docs/methods.md); empty: k-grams
  std::vector<std::uint64_t> args = {};  // in the order of its parameters
  friend bool operator==(const ChunkSpec&, const ChunkSpec&) = default;
};

// How a chunk becomes a number: the 64-bit hash that k-grams also use, or 40 bits of MD5 (Finkel
// 2002).
enum class Digest : std::uint8_t { xxh3, md5 };

struct Recipe {
  std::string front_end;  // a tokenizer (docs/methods.md)
  std::string argument;   // language for `code`, variant for `words`; otherwise empty
  std::uint32_t k = 0;    // symbols in a k-gram (the noise threshold); 0: the recipe has chunks
  SelectorSpec selector;  // for k-grams a selector, for chunks a culling
  std::uint64_t seed = 0;
  ChunkSpec chunk = {};
  Digest digest = Digest::xxh3;  // for chunks
  std::string key_id = {};  // id of the key for the hashes (whorl/key.h): 16 hexadecimal digits

  bool has_chunks() const { return !chunk.name.empty(); }
  friend bool operator==(const Recipe&, const Recipe&) = default;
};

// Returns the recipe that `text` describes. Fails with invalid_argument if the text is no valid
// recipe; the message names the invalid part and the allowed values.
Result<Recipe> parse_recipe(std::string_view text);

// Returns the text of a recipe, which parse_recipe() reads. Equal recipes have equal texts.
std::string print(const Recipe& recipe);

// Returns the id that stored fingerprints contain: print() plus the versions of the tokenizer, of
// the hash and of Unicode. Equal ids mean that equal texts have equal fingerprints.
std::string id(const Recipe& recipe);

// Succeeds if fingerprints made with `query` can be looked up among fingerprints made with
// `stored`. The recipes need not be equal (docs/methods.md, "Which recipes compare"). Otherwise
// fails with invalid_argument; the message names the part that differs.
Result<void> comparable(const Recipe& query, const Recipe& stored);

}  // namespace whorl
