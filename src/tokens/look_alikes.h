// Disguises of a copy: letters of another script, such as a Cyrillic `е` in a Latin word, and
// invisible characters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tokens/origin.h"
#include "whorl/document.h"

namespace whorl::internal::tokens {

// Invisible characters that were put into words to hide a copy.

struct HiddenCharacters {
  std::uint64_t count = 0;
  ByteRange where;  // from the first to the last of them
};

// Finds zero-width spaces, joiners and non-joiners, word joiners, byte order marks and soft hyphens
// between two Latin, Cyrillic or Greek letters. Other scripts need some of them. The tokenizers of
// prose drop all of them. O(text), at memory speed where there are none.
HiddenCharacters find_hidden_characters(std::string_view text);

struct LookAlikes {
  std::string text;                // with each look-alike replaced
  std::vector<ExtractedRun> runs;  // map `text` to the text that was folded
  std::uint64_t letters = 0;       // replaced ones, at least 1
  ByteRange where;                 // from the first to the last of them, in the folded text
};

// Replaces look-alikes in words that mix Latin with Cyrillic, Greek, Armenian or Cherokee letters.
// Returns nothing if no letter changes.
//
// A word is a run of letters, marks and digits; invisible characters do not divide it. A word
// becomes Latin if every other letter in it looks like a Latin one. It becomes Cyrillic or Greek if
// every Latin letter in it looks like one of these. If both apply, it takes the one of the two
// scripts that has more letters in `text`. Every other word does not change: `кВтh` and `μm` have
// letters that look like none of the other script.
//
// Two more kinds of words do not change, since people write them so:
// - words whose only foreign letter is a small Greek one at the beginning or the end, a symbol, as
//   in `TNFα` or `hν`; the omicron is no such symbol;
// - Latin abbreviations in capitals with an ending in small Cyrillic letters, such as `PDFа`.
//
// O(text), at memory speed where no ASCII letter or digit is next to a character beyond ASCII. A
// word without ASCII letters counts as one without Latin ones.
std::optional<LookAlikes> fold_look_alikes(std::string_view text);

}  // namespace whorl::internal::tokens
