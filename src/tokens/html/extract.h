// The text of an HTML page, and where each part of it stands in the page.
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

// Text as a browser without scripts shows it: no tags, comments, script or style,
// references decoded. Elements that begin a block, a cell or a line leave a line end, so
// that words do not run together; inline elements leave nothing. The page is tokenised
// by the standard, but no tree is built: what only a tree builder would move or drop
// stays where it is. Pages under 4 GiB. O(page).
ExtractedText extract_text(std::string_view page);

// A text that is no page, but whose characters may be spelled as references: "&amp;", "&#8217;".
// All else stays, '<' too. Texts under 4 GiB. O(text).
ExtractedText decode_references(std::string_view text);

// extract_text() of page after page, in memory that they reuse.
class TextExtractor {
 public:
  // Good until the next call.
  ExtractedText& extract(std::string_view page);

 private:
  ExtractedText extracted_;
  ForeignContent foreign_;
};

}  // namespace whorl::internal::tokens::html
