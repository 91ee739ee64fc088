// Passages: the text that two texts share, with byte ranges.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "whorl/document.h"
#include "whorl/progress.h"
#include "whorl/recipe.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

// A passage that occurs in both texts.
struct TextPassage {
  ByteRange a;                // in the first text
  ByteRange b;                // in the second text
  std::uint32_t symbols = 0;  // matched symbols of the normalized text
  double identity = 1.0;      // matched symbols / symbols of the longer side
  PassageKind kind = PassageKind::verbatim;
};

struct PassageOptions {
  // The least identity of a passage with small changes, above 0 and at most 1. Exact passages are
  // joined over changes of at most 4 k symbols if the result reaches this identity. 1: exact
  // passages are not joined. `compare` uses 0.6.
  double min_identity = 1;
};

// Returns the passages that two texts in memory share, in the order of `a`. No two passages overlap
// in either text.
//
// An exact passage has at least k symbols. Let w be the window of the recipe's selector. If both
// texts contain a run of w + k - 1 symbols, passages cover it in at least one text; parts of fewer
// than k symbols may remain. If a run occurs twice in one text and once in the other, passages
// cover one occurrence. The longest matches are chosen first (greedy string tiling; anchors as in
// Schleimer 2003). If a k-gram forms more than 64 pairs, for example in a table of literals, only
// some of the pairs are tried.
//
// `kind` distinguishes verbatim, renamed and edited passages. Renamed ones occur in source code;
// edited ones were joined. Ranges refer to the bytes of the arguments. So a text is read as
// fingerprint() reads it: as UTF-8, where each invalid byte counts as one U+FFFD.
//
// The recipe's selector must be local and must guarantee matches: `winnow`, `oc`, `modmin` or
// `safemodp` (see methods()). Such a selector chooses the same k-grams in two equal runs of
// symbols.
//
// Fails with invalid_argument if parse_recipe() cannot return `recipe`, if its selector is another
// one, or if the options are out of range. Fails with limit_exceeded if a text has more than
// 4,294,967,294 bytes or 2,147,483,648 symbols. In the first case, no text is read. Time is linear
// in the bytes, the anchors and the matched symbols. Memory: about 20 bytes for each byte of text.
// Can be called from any thread.
//
// The call reports each text that it has read to `progress`, and checks now and then whether it is
// cancelled. If so, the call fails with ErrorCode::cancelled and returns no passages. It ends
// within half a second for texts of 30 MB each.
Result<std::vector<TextPassage>> passages(std::string_view a, std::string_view b,
                                          const Recipe& recipe, const PassageOptions& options,
                                          Progress& progress);

// The same, but cannot be cancelled.
Result<std::vector<TextPassage>> passages(std::string_view a, std::string_view b,
                                          const Recipe& recipe, const PassageOptions& options = {});

}  // namespace whorl
