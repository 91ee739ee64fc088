// One file of a submission, ready to be fingerprinted: its canonical text, and which of it is
// base code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "input/room.h"
#include "jobs/compare/corpus/settings.h"
#include "jobs/compare/corpus/symbol_range.h"
#include "passages/match/side.h"
#include "tokens/canon.h"
#include "tokens/front_ends.h"
#include "tokens/parts/parts.h"
#include "whorl/document.h"
#include "whorl/recipe.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::internal::compare::corpus {

// 128 bits that name a canonical text within its comparison class.
struct TextId {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend auto operator<=>(const TextId&, const TextId&) = default;
};

struct PreparedFile {
  FileEntry entry;  // `symbols` counts base code too until it is masked
  tokens::Canon canon;
  std::vector<match::Spelling> spellings;  // of each symbol, where the front end drops them
  Recipe recipe;
  std::uint32_t guarantee = 0;        // t: see Settings::guarantee_of
  std::uint64_t class_salt = 0;       // tells fingerprints of comparison classes apart
  TextId text_id;                     // of the whole canonical text, base code included
  std::vector<SymbolRange> own;       // ascending: what base code does not have
  std::vector<SymbolRange> unmasked;  // the parts of `own` that can match
  std::string note;                   // the fallback that was taken; empty: none
  std::vector<std::string> notices;   // further ones, of the tokenizer
};

// Whether a stretch of `file.own` counts: beside base code only what is long enough to match.
inline bool counts(const PreparedFile& file, SymbolRange own) {
  return file.entry.base_symbols == 0 || own.length() >= file.recipe.k;
}

// Views `document`, chooses its front end and canonicalises it: a file for each language that the
// document has (canon/parts), at least one, each with the whole text. Fails with a reason when it
// cannot be viewed, needs more than `room` or has more than 2^31 symbols. Linear time.
Result<std::vector<PreparedFile>> prepare_file(
    Document document, const Settings& settings, const input::Room& room = {},
    tokens::parts::MarkupOf markup_of = tokens::parts::MarkupOf::no_page);

const tokens::FrontEnd& front_end_of(const PreparedFile& file);

// What it takes in memory.
std::uint64_t held_bytes(const PreparedFile& file);

// The recipe of `file` with another window; w = 1 selects every k-gram.
Recipe with_window(const Recipe& recipe, std::uint64_t w);

// The window within which `recipe` always selects; 0 when it promises nothing.
std::uint32_t window_of(const Recipe& recipe);

// The symbols from the first to the last k-gram that a match of t symbols surely selects: the
// first and the last window inside it may select w - 1 symbols from its ends.
std::uint32_t least_stretch(const PreparedFile& file);

// Symbols [range.begin, range.end) of `symbols`, copied.
tokens::Symbols slice(const tokens::Symbols& symbols, SymbolRange range);

}  // namespace whorl::internal::compare::corpus
