// Recipe: the method, as data.
//
// A recipe such as `text/k=50/robust:w=100/seed=1` or `words/k=10/mod:25` is what
// a user types and what is stamped into everything stored. It is resolved once a
// batch into concrete types; no loop looks at it.
//
//   recipe   := front-end "/" features "/" selection [ "/digest=md5" ] [ "/seed=" N | "/key=" ID ]
//   front-end:= name [ ":" argument ]          text, words, html:words, code:java …
//   features := "k=" N | chunks                k-grams, or breakpoint:c=10, paragraph, subroutine
//   selection:= selector | culling             winnow:w=100, modp:p=64, min:400 … of k-grams,
//                                              variance, sqrt, none of chunks
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/result.h"

namespace whorl {

struct SelectorSpec {
  std::string name;                 // a row of the table of selectors
  std::vector<std::uint64_t> args;  // in the order of the row's parameters
  friend bool operator==(const SelectorSpec&, const SelectorSpec&) = default;
};

struct ChunkSpec {
  std::string name;                      // a row of the table of chunks; empty: k-grams
  std::vector<std::uint64_t> args = {};  // in the order of the row's parameters
  friend bool operator==(const ChunkSpec&, const ChunkSpec&) = default;
};

// How chunks become numbers: by the hash of k-grams, 64 bits, or by 40 bits of MD5 (Finkel 2002).
enum class Digest : std::uint8_t { xxh3, md5 };

struct Recipe {
  std::string front_end;  // a row of the table of tokenizers
  std::string argument;   // language of `code`, variant of `words`; else empty
  std::uint32_t k = 0;    // symbols in a k-gram, the noise threshold; 0: the features are chunks
  SelectorSpec selector;  // of k-grams a row of the table of selectors, of chunks one of cullings
  std::uint64_t seed = 0;
  ChunkSpec chunk = {};
  Digest digest = Digest::xxh3;  // of chunks
  std::string key_id = {};       // of the key that hashes (whorl/key.h), 16 hexadecimal digits

  bool has_chunks() const { return !chunk.name.empty(); }
  friend bool operator==(const Recipe&, const Recipe&) = default;
};

// Parses and checks a recipe. Errors name the part that is wrong and what is allowed there.
Result<Recipe> parse_recipe(std::string_view text);

// The form parse_recipe reads; print(parse(x)) is canonical.
std::string print(const Recipe& recipe);

// What is stamped into stored fingerprints: print() plus the versions of the tokenizer
// , of the hash and of Unicode, so that equal ids mean equal fingerprints.
std::string id(const Recipe& recipe);

// Whether fingerprints of `a` may be looked up among those of `b`: a relation, not
// equality (methods.md, "Which recipes compare"). Refusals say which part differs.
Result<void> comparable(const Recipe& query, const Recipe& stored);

}  // namespace whorl
