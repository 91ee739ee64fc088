// Methods: the tables from which recipes are made, for people and programs to read.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace whorl {

// All views are of static storage.

struct FrontEndMethod {
  std::string_view name;
  std::string_view arguments;  // what may follow a colon; empty: nothing
  std::uint32_t version = 0;
  std::string_view drops;
  std::string_view symbol;  // what one symbol is
  std::string_view source;  // paper and section
  std::uint32_t noise = 0;  // defaults of `compare`
  std::uint32_t guarantee = 0;
  std::uint32_t window = 0;
};

struct SelectorMethod {
  std::string_view name;
  std::vector<std::string_view> parameters;  // e.g. {"w"}
  bool guarantees = false;                   // every match of w + k - 1 symbols is found
  bool local = false;                        // depends on the window alone
  std::string_view source;
};

struct ChunkMethod {
  std::string_view name;
  std::vector<std::string_view> parameters;  // e.g. {"c"}
  std::string_view ends;                     // where a chunk ends: a clause
  std::string_view source;
};

struct CullingMethod {
  std::string_view name;
  std::string_view keeps;  // a clause
  std::string_view source;
};

struct LanguageMethod {
  std::string_view name;  // what --language takes
  std::string_view title;
  std::string_view aliases;     // separated by blanks
  std::string_view extensions;  // separated by blanks
  bool has_strong_form;         // whether `compare` can normalise it so, as code:NAME:strong
};

struct Methods {
  std::vector<FrontEndMethod> front_ends;
  std::vector<SelectorMethod> selectors;
  std::vector<LanguageMethod> languages;
  std::vector<ChunkMethod> chunks = {};
  std::vector<CullingMethod> cullings = {};
};

Methods methods();

// Which shingles of a text its sketch keeps: what parse_sampling() of whorl/sketch.h reads.
struct SamplingMethod {
  std::string_view name;
  std::string_view argument;  // the letter of the number after a colon; empty: there is none
  std::string_view example;
  std::string_view kept;      // shingles
  std::string_view measures;  // what can be said of two sketches
  std::string_view source;
};

// The first is the default.
std::vector<SamplingMethod> sampling_methods();

// How pairs of a collection are found: what `pairs` of whorl/cluster.h takes.
struct PairMethod {
  std::string_view name;
  std::string_view arguments;  // what may follow a colon; empty: nothing
  std::string_view example;
  std::string_view help;     // a clause
  std::string_view found;    // whether a pair of resemblance r is found
  std::string_view cost;     // what its time grows with
  bool keeps_pairs = true;   // what needs every pair can be asked of the store
  std::uint64_t common = 0;  // shingles of more documents are left out by default; 0: none
  std::string_view source;
  std::string_view knows;  // what the store knows of its documents, a clause
};

// In the order of docs/cluster.md; the first is the default.
std::vector<PairMethod> pair_methods();

}  // namespace whorl
