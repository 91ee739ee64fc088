// Methods: tables of the tokenizers, selectors and other parts of recipes, for programs that list
// them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace whorl {

// All views refer to static storage.

// A tokenizer.
struct FrontEndMethod {
  std::string_view name;
  std::string_view arguments;  // arguments after a colon; empty: none
  std::uint32_t version = 0;
  std::string_view drops;   // the parts of the text that it drops
  std::string_view symbol;  // describes one symbol
  std::string_view source;  // paper and section
  std::uint32_t noise = 0;  // defaults of `compare`
  std::uint32_t guarantee = 0;
  std::uint32_t window = 0;
};

struct SelectorMethod {
  std::string_view name;
  std::vector<std::string_view> parameters;  // e.g. {"w"}
  bool guarantees = false;                   // finds every match of w + k - 1 symbols
  bool local = false;                        // the choice depends only on the window
  std::string_view source;
};

struct ChunkMethod {
  std::string_view name;
  std::vector<std::string_view> parameters;  // e.g. {"c"}
  std::string_view ends;                     // where a chunk ends, a clause
  std::string_view source;
};

struct CullingMethod {
  std::string_view name;
  std::string_view keeps;  // which chunks it keeps, a clause
  std::string_view source;
};

struct LanguageMethod {
  std::string_view name;  // value of --language
  std::string_view title;
  std::string_view aliases;     // separated by spaces
  std::string_view extensions;  // separated by spaces
  bool has_strong_form;         // `compare` supports code:NAME:strong
};

struct Methods {
  std::vector<FrontEndMethod> front_ends;
  std::vector<SelectorMethod> selectors;
  std::vector<LanguageMethod> languages;
  std::vector<ChunkMethod> chunks = {};
  std::vector<CullingMethod> cullings = {};
};

// Returns all tables.
Methods methods();

// A rule that selects which shingles of a text its sketch keeps. parse_sampling() in whorl/sketch.h
// reads it.
struct SamplingMethod {
  std::string_view name;
  std::string_view argument;  // letter for the number after a colon; empty: no number
  std::string_view example;
  std::string_view kept;      // which shingles a sketch keeps
  std::string_view measures;  // which measures of two sketches are available
  std::string_view source;
};

// Returns all rules; the first is the default.
std::vector<SamplingMethod> sampling_methods();

// A method that finds the pairs of a collection: a value of `pairs` in whorl/cluster.h.
struct PairMethod {
  std::string_view name;
  std::string_view arguments;  // arguments after a colon; empty: none
  std::string_view example;
  std::string_view help;    // a clause for the help
  std::string_view found;   // condition or probability that a pair with resemblance r is found
  std::string_view cost;    // its time grows with these quantities
  bool keeps_pairs = true;  // the store contains every pair, for commands that need all of them
  // Default of --common: ignores shingles that more than this number of documents contain. 0: no
  // limit.
  std::uint64_t common = 0;
  std::string_view source;
  std::string_view knows;  // what the store knows about its documents, a clause
};

// Returns all methods, in the order of docs/cluster.md; the first is the default.
std::vector<PairMethod> pair_methods();

}  // namespace whorl
