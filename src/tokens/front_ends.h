// The table of front ends: what canonicalises a document, and its defaults.
// One row each; `whorl methods`, tests, documentation and help iterate over it.
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

// Memory that documents reuse of which the symbols are wanted alone; one a thread.
struct SymbolMemory {
  BlockSymbols characters = BlockSymbols(0);
  html::TextExtractor pages;
  Tokens words;
  WordWeights weights = WordWeights::spaced;  // of `words`
  Canon canon;                                // of what is not had without an origin
  const base::Cancellation* watch = nullptr;  // of symbols_of(), while it runs
};

// How symbols are taken from a large text piece by piece, each by that piece alone.
struct BlockPath {
  void (BlockSymbols::*take)(std::string_view piece);
  bool is_text;       // pieces begin and end where those of folding do; else anywhere
  bool has_prologue;  // of which the first piece is freed
};

// How `--language` and detection know a front end. Lists are separated by blanks.
struct Naming {
  std::string_view title;  // empty: it is known by its languages alone
  std::string_view aliases;
  std::string_view extensions;
  std::string_view file_names;  // whole ones, in lower case
};

struct FrontEnd {
  std::string_view name;       // "text", "words", "html", "consonants" …
  std::string_view arguments;  // what may follow a colon, for help; empty: nothing
  std::uint32_t version;       // part of a recipe's id: a change of symbols is a new one
  // Of an argument whose symbols changed alone; null: all have `version`.
  std::uint32_t (*version_of)(std::string_view argument);
  bool folds;            // symbols depend on the version of Unicode, too
  bool takes_raw_bytes;  // documents as they are stored, binary ones too; else their text
  bool drops_spelling;   // one symbol stands for names or literals that are spelled apart
  std::string_view drops;
  std::string_view symbol;                // what one symbol is
  std::string_view source;                // paper and section
  std::string_view note_on_nothing_left;  // of a document without symbols, where that may surprise
  Naming naming;
  // Defaults of `compare`, from docs/quality.md. Nothing under `noise` symbols counts. A pair is
  // one that shares `guarantee` symbols in a row; beside such a match its shorter ones count
  // too. Anchors are selected in windows of `window` k-grams, no wider than the guarantee needs,
  // so that within a pair every match of noise + window - 1 symbols is found.
  std::uint32_t noise;      // k
  std::uint32_t guarantee;  // t ≥ noise + window - 1
  std::uint32_t window;     // w
  bool is_prose() const { return !takes_raw_bytes && !drops_spelling; }
  // `argument` was accepted by `check`.
  Canon (*canonicalize)(const input::Viewable& document, std::string_view argument);
  // The symbols that canonicalize() gives, where it can without the way back and without an
  // allocation once the memory is warm; good as long as document and memory stay as they are.
  // Null: no such way.
  SymbolSpan (*symbols)(const input::Viewable& document, std::string_view argument,
                        SymbolMemory& memory);
  // Without an argument. Null: symbols need the whole text.
  const BlockPath* blocks;
  // Error when `argument` is none of the row's.
  Result<void> (*check)(std::string_view argument);
  // Documents compare only within a class: "code:c" and "code:cpp" share one.
  std::string_view (*comparison_class)(std::string_view argument);
  // The argument that reads a document in the strong normal form of what `argument` reads; empty:
  // that has none. Null: no argument has one.
  std::string (*strong_form)(std::string_view argument) = nullptr;
  // Extracts the text that symbols are taken from. Null: they are taken from the whole document.
  html::ExtractedText (*extract)(std::string_view text) = nullptr;
};

std::span<const FrontEnd> front_ends();
const FrontEnd* find_front_end(std::string_view name);

// Null: symbols by `argument` need the whole text.
const BlockPath* block_path(const FrontEnd& row, std::string_view argument);

// What `row.canonicalize` gives, but prose has its look-alike letters replaced first. Notices say
// how many they and the hidden characters were: see tokens/look_alikes.h and
// tokens/look_alikes.h.
Canon canonicalize_undisguised(const FrontEnd& row, const input::Viewable& document,
                               std::string_view argument);

// The symbols of a document alone, the fastest way that the row has; good as long as document and
// memory stay as they are. If `watch`, which may be null, does not go on, symbols may be missing:
// front ends of words ask it once in a megabyte.
SymbolSpan symbols_of(const FrontEnd& row, const input::Viewable& document,
                      std::string_view argument, SymbolMemory& memory,
                      const base::Cancellation* watch = nullptr);

// A sentence on a document of which nothing is left, where that may surprise; else empty.
std::string_view note_on_nothing_left(const FrontEnd& row, std::string_view argument);

// What the symbols of a front end depend on: "code 1" or "text 1, Unicode 15.0".
std::string versions_of(const FrontEnd& row, std::string_view argument);

}  // namespace whorl::internal::tokens
