// The tokenizer `markup`: the tags and attributes of an HTML page, without its text.
#pragma once

#include <string_view>

#include "tokens/canon.h"

namespace whorl::internal::tokens::html {

// One token for each tag, for the name of each attribute, and for each value that is not empty.
// Case does not matter; all values are the same token, like strings of a program. Text, comments,
// scripts and style sheets are left out. So are tags that say nothing about a page: those of its
// frame (html, head, meta, body …), tbody, and the end tags that the HTML standard makes optional
// (13.1.2.4). Pages under 4 GiB. O(page).
Canon markup_canon(std::string_view page);

// True if a page is mainly markup. It then has at least 10 tags that build it (blocks, lists,
// tables, forms and images), fewer than five letters and digits for each of these, and does not
// name a program that generated it (<meta name=generator>). O(page).
bool markup_outweighs_text(std::string_view page);

}  // namespace whorl::internal::tokens::html
