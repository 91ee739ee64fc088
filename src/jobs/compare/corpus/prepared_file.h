// One file of a submission, ready to be fingerprinted: its normalized text, and which parts are
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

// 128 bits that identify a normalized text within its comparison class.
struct TextId {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend auto operator<=>(const TextId&, const TextId&) = default;
};

struct PreparedFile {
  FileEntry entry;  // `symbols` includes base code until it is masked
  tokens::Canon canon;
  std::vector<match::Spelling> spellings;  // of each symbol, if the tokenizer drops them
  Recipe recipe;
  std::uint32_t guarantee = 0;        // t: see Settings::guarantee_of
  std::uint64_t class_salt = 0;       // distinguishes fingerprints of different comparison classes
  TextId text_id;                     // of the whole normalized text, including base code
  std::vector<SymbolRange> own;       // ascending: the parts that are not base code
  std::vector<SymbolRange> unmasked;  // the parts of `own` that can match
  std::string note;                   // the fallback that was used; empty if none
  std::vector<std::string> notices;   // other messages, of the tokenizer
};

// True if a part of `file.own` counts: if there is base code, only parts that are long enough to
// match.
inline bool counts(const PreparedFile& file, SymbolRange own) {
  return file.entry.base_symbols == 0 || own.length() >= file.recipe.k;
}

// Views `document`, chooses its tokenizer and normalizes it. Returns a file for each language of
// the document (tokens/parts), at least one, each with the whole text. Fails with a reason if it
// cannot be viewed, needs more than `room` or has more than 2^31 symbols. Linear time.
Result<std::vector<PreparedFile>> prepare_file(
    Document document, const Settings& settings, const input::Room& room = {},
    tokens::parts::MarkupOf markup_of = tokens::parts::MarkupOf::no_page);

const tokens::FrontEnd& front_end_of(const PreparedFile& file);

// Its memory in bytes.
std::uint64_t held_bytes(const PreparedFile& file);

// The recipe of `file` with another window; w = 1 selects every k-gram.
Recipe with_window(const Recipe& recipe, std::uint64_t w);

// The window in which `recipe` always selects; 0 if it has no guarantee.
std::uint32_t window_of(const Recipe& recipe);

// The symbols from the first to the last k-gram that a match of t symbols always selects. The first
// and the last window inside it may select up to w - 1 symbols away from its ends.
std::uint32_t least_stretch(const PreparedFile& file);

// Symbols [range.begin, range.end) of `symbols`, copied.
tokens::Symbols slice(const tokens::Symbols& symbols, SymbolRange range);

}  // namespace whorl::internal::compare::corpus
