// Cutting a JSON string without decoding it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "repeats/pieces.h"

namespace whorl::internal::repeats {

struct CutString {
  std::string kept;                   // a JSON string
  std::vector<std::string_view> cut;  // for each piece, the inside of one
};

// The JSON string `raw`, quotes among it, without the pieces of the text that it stands for, and
// with `mask`, itself the inside of a JSON string, in the place of each. All keeps its escapes.
// `raw` is valid and stays, and pieces are of whole characters. O(raw).
CutString cut_json_string(std::string_view raw, std::span<const Piece> pieces,
                          std::string_view mask);

}  // namespace whorl::internal::repeats
