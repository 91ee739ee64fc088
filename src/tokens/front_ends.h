// The table of tokenizers: how each turns a document into symbols, and its defaults. `whorl
// methods`, tests, documentation and help iterate over its rows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/go_on.h"
#include "input/charset/viewable.h"
#include "tokens/block_symbols.h"
#include "tokens/canon.h"
#include "tokens/html/extract.h"
#include "tokens/words.h"
#include "whorl/result.h"

namespace whorl::internal::tokens {

// Memory that documents reuse if only their symbols are wanted; one a thread.
struct SymbolMemory {
  BlockSymbols characters = BlockSymbols(0);
  html::TextExtractor pages;
  Tokens words;
  WordWeights weights = WordWeights::spaced;  // of `words`
  Canon canon;                                // of tokenizers that cannot omit the origin
  const base::Cancellation* watch = nullptr;  // of symbols_of(), while it runs
};

// How symbols are taken from a large text piece by piece, each from that piece alone.
struct BlockPath {
  void (BlockSymbols::*take)(std::string_view piece);
  bool is_text;       // pieces begin and end at pieces of folding; otherwise anywhere
  bool has_prologue;  // the first piece then drops its prologue
};

// The names by which `--language` and detection find a tokenizer. Lists are separated by blanks.
struct Naming {
  std::string_view title;  // empty if only its languages are known
  std::string_view aliases;
  std::string_view extensions;
  std::string_view file_names;  // complete names, in lower case
};

struct FrontEnd {
  std::string_view name;       // "text", "words", "html", "consonants" …
  std::string_view arguments;  // what may follow a colon, for help; empty if nothing may
  std::uint32_t version;       // part of a recipe's id; changes with the symbols
  // The version for an argument whose symbols changed alone; null if all have `version`.
  std::uint32_t (*version_of)(std::string_view argument);
  bool folds;            // symbols also depend on the version of Unicode
  bool takes_raw_bytes;  // takes documents as they are stored, also binary ones; otherwise their
                         // text
  bool drops_spelling;   // one symbol represents names or literals of different spellings
  std::string_view drops;
  std::string_view symbol;                // what one symbol is
  std::string_view source;                // paper and section
  std::string_view note_on_nothing_left;  // for a document without symbols, if that may surprise
  Naming naming;
  // Defaults of `compare`, from docs/quality.md. Matches shorter than `noise` symbols never count.
  // A pair must share `guarantee` symbols in a row; then its shorter matches count too. Anchors are
  // selected in windows of `window` k-grams, as wide as the guarantee allows. So in a pair, every
  // match of noise + window - 1 symbols is found.
  std::uint32_t noise;      // k
  std::uint32_t guarantee;  // t ≥ noise + window - 1
  std::uint32_t window;     // w
  bool is_prose() const { return !takes_raw_bytes && !drops_spelling; }
  // `check` must have accepted `argument`.
  Canon (*canonicalize)(const input::Viewable& document, std::string_view argument);
  // The same symbols as canonicalize(), without the origin and without an allocation once the
  // memory is warm. Valid while document and memory do not change. Null if the tokenizer has no
  // such function.
  SymbolSpan (*symbols)(const input::Viewable& document, std::string_view argument,
                        SymbolMemory& memory);
  // Without an argument. Null if symbols need the whole text.
  const BlockPath* blocks;
  // Fails if `argument` is invalid for this tokenizer.
  Result<void> (*check)(std::string_view argument);
  // Documents are compared only within a class: "code:c" and "code:cpp" share one.
  std::string_view (*comparison_class)(std::string_view argument);
  // The argument for the strong normal form of `argument`; empty if it has none. Null if no
  // argument has one.
  std::string (*strong_form)(std::string_view argument) = nullptr;
  // Extracts the text that symbols are taken from. Null if they are taken from the whole document.
  html::ExtractedText (*extract)(std::string_view text) = nullptr;
};

std::span<const FrontEnd> front_ends();
const FrontEnd* find_front_end(std::string_view name);

// Null if symbols by `argument` need the whole text.
const BlockPath* block_path(const FrontEnd& row, std::string_view argument);

// The result of `row.canonicalize`, but look-alike letters of prose are replaced first. Notices
// give the number of these letters and of hidden characters: see tokens/look_alikes.h.
Canon canonicalize_undisguised(const FrontEnd& row, const input::Viewable& document,
                               std::string_view argument);

// Only the symbols of a document, computed in the fastest way that the tokenizer has. Valid while
// document and memory do not change. If `watch`, which may be null, does not go on, symbols may be
// missing: tokenizers of words ask it once in a megabyte.
SymbolSpan symbols_of(const FrontEnd& row, const input::Viewable& document,
                      std::string_view argument, SymbolMemory& memory,
                      const base::Cancellation* watch = nullptr);

// A sentence about a document without symbols, if that may surprise; else empty.
std::string_view note_on_nothing_left(const FrontEnd& row, std::string_view argument);

// The versions that determine the symbols of a tokenizer: "code 1" or "text 1, Unicode 15.0".
std::string versions_of(const FrontEnd& row, std::string_view argument);

}  // namespace whorl::internal::tokens
