// Passages: what two texts have in common, to the byte.
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

// A stretch that both texts have.
struct TextPassage {
  ByteRange a;                // bytes of the first text
  ByteRange b;                // bytes of the second
  std::uint32_t symbols = 0;  // matched, of the normalized text
  double identity = 1.0;      // matched symbols / symbols of the longer side
  PassageKind kind = PassageKind::verbatim;
};

struct PassageOptions {
  // The least identity of what passages are joined to over small changes, of at most 4 k symbols;
  // above 0, at most 1. 1: nothing is joined, all passages are exact. `compare` joins from .6 on.
  double min_identity = 1;
};

// The passages of two texts in memory, in order of a; no two overlap in either text.
//
// An exact passage is at least k symbols long. Any stretch of w + k - 1 symbols that both texts
// have, where w is the window of the recipe's selector, is covered in one of them but for parts of
// fewer than k symbols: of what occurs twice in one text and once in the other one is covered, the
// longest first (greedy string tiling; anchors as in Schleimer 2003). Of k-grams that make more
// than 64 pairs, such as those of literal tables, only some pairs are tried.
//
// `kind` tells verbatim copies from renamed ones, in source code, and from edited ones, which were
// joined. Ranges are of the bytes given, so a text is read as fingerprint() reads it: as UTF-8,
// where a byte that is part of no character counts as one U+FFFD.
//
// The recipe's selector has to be local and to guarantee (methods() tells): `winnow`, `oc`,
// `modmin` or `safemodp`; two equal stretches choose the same k-grams then.
//
// Errors: invalid_argument where parse_recipe() could not have returned `recipe`, its selector does
// not serve, or the options are out of range; limit_exceeded where a text has more than
// 4,294,967,294 bytes (none is read then), or more than 2,147,483,648 symbols. Linear in
// the bytes, the anchors and the symbols matched; memory of about 20 bytes a byte of text. Callable
// from any thread.
//
// The call reports each text that was read to `progress`, and asks it now and then whether to go
// on. If it is cancelled, the call fails with ErrorCode::cancelled and returns nothing. It ends
// within half a second for texts of 30 MB each.
Result<std::vector<TextPassage>> passages(std::string_view a, std::string_view b,
                                          const Recipe& recipe, const PassageOptions& options,
                                          Progress& progress);

// The same, and cannot be cancelled.
Result<std::vector<TextPassage>> passages(std::string_view a, std::string_view b,
                                          const Recipe& recipe, const PassageOptions& options = {});

}  // namespace whorl
