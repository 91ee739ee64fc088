// The text of an HTML page, and the position of each part of it in the page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tokens/html/elements.h"
#include "tokens/origin.h"

namespace whorl::internal::tokens::html {

struct ExtractedText {
  std::string text;
  std::vector<ExtractedRun> runs;  // ascending; empty only if the text is
};

// The text that a browser without scripts shows: no tags, comments, script or style; references
// decoded. Elements that begin a block, a cell or a line give a line end, so that words do not run
// together; inline elements give nothing. The page is tokenised by the standard, but no tree is
// built: text that a tree builder would move or drop stays in its position. Pages under 4 GiB.
// O(page).
ExtractedText extract_text(std::string_view page);

// For a text that is no page, but may contain character references: "&amp;", "&#8217;". All else
// stays, including '<'. Texts under 4 GiB. O(text).
ExtractedText decode_references(std::string_view text);

// extract_text() for many pages, which reuse its memory.
class TextExtractor {
 public:
  // Valid until the next call.
  ExtractedText& extract(std::string_view page);

 private:
  ExtractedText extracted_;
  ForeignContent foreign_;
};

}  // namespace whorl::internal::tokens::html
