// Recipe: the method, as data.
//
// A recipe such as `text/k=50/robust:w=100/seed=1` or `words/k=10/mod:25` is what
// a user types and what is stamped into everything stored. It is resolved once a
// batch into concrete types; no loop looks at it.
//
//   recipe   := front-end "/k=" N "/" selector [ "/seed=" N ]
//   front-end:= name [ ":" argument ]            text, words, html:words, code:java …
//   selector := name [ ":" arguments ]           winnow:w=100, modp:p=64, min:400 …
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

struct Recipe {
  std::string front_end;  // a row of the table of front ends
  std::string argument;   // language of `code`, variant of `words`; else empty
  std::uint32_t k = 0;    // symbols in a k-gram, the noise threshold; at least 1
  SelectorSpec selector;
  std::uint64_t seed = 0;

  friend bool operator==(const Recipe&, const Recipe&) = default;
};

// Parses and checks a recipe. Errors name the part that is wrong and what may stand there.
Result<Recipe> parse_recipe(std::string_view text);

// The form parse_recipe reads; print(parse(x)) is canonical.
std::string print(const Recipe& recipe);

// What is stamped into stored fingerprints: print() plus the versions of the front
// end, of the hash and of Unicode, so that equal ids mean equal fingerprints.
std::string id(const Recipe& recipe);

// Whether fingerprints of `a` may be looked up among those of `b`: a relation, not
// equality (methods.md, "Which recipes compare"). Refusals say which part differs.
Result<void> comparable(const Recipe& query, const Recipe& stored);

}  // namespace whorl
