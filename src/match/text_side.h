// TextSide: one text from memory as the matcher sees it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "canon/canon.h"
#include "index/shared_index.h"
#include "match/side.h"
#include "whorl/fingerprint.h"
#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::match {

struct TextSide {
  std::string_view text;
  canon::Canon canon;
  std::vector<Spelling> spellings;  // of each symbol, where the front end drops them
  std::vector<Run> runs;            // one, or none of an empty text
  Fingerprints anchors;
  std::vector<index::SelectedKgram> selected;           // by group
  std::vector<index::SelectedKgram> selected_in_order;  // by position
  std::vector<std::uint32_t> thinned;

  TextSide() = default;
  TextSide(TextSide&&) = default;
  TextSide(const TextSide&) = delete;

  Side side() const {
    return {runs, selected, selected_in_order, static_cast<std::uint32_t>(canon.size()), thinned};
  }
};

// Canonicalises `text`, which has to stay, and selects its anchors by a recipe that
// check_kgrams() accepted and whose selector is local.
Result<TextSide> text_side(std::string_view text, const Recipe& recipe);

// Numbers the hashes that both sides selected and lays out the k-grams that have one. Returns how
// many hashes these are. O(n log n) in the anchors.
std::uint32_t number_shared(TextSide& a, TextSide& b);

}  // namespace whorl::internal::match
