// The front end `markup`: an HTML page as its tags and attributes, without its text.
#pragma once

#include <string_view>

#include "tokens/canon.h"

namespace whorl::internal::tokens::html {

// One token for each tag, for the name of each attribute, and for each value that is not empty.
// Tags and names count in any case; all values are the same token, as strings of a program are.
// Left out are text, comments, scripts and style sheets, and what every page has or may have
// without a difference: the tags of the page's frame (html, head, meta, body …), tbody, and the end
// tags that the HTML standard lets a writer omit (13.1.2.4). Pages under 4 GiB. O(page).
Canon markup_canon(std::string_view page);

// Whether a page is rather its markup than its text: it has at least 10 tags that build it (blocks,
// lists, tables, forms and images), its letters and digits are fewer than five for each of these,
// and it does not name a program that generated it (<meta name=generator>). O(page).
bool markup_outweighs_text(std::string_view page);

}  // namespace whorl::internal::tokens::html
