// HTML parsers of other projects, used as oracles: the text that they find in a page.
#pragma once

#include <string>
#include <string_view>

namespace whorl::internal::tokens {

// The text nodes of gumbo's tree in order, without those that browsers do not show.
std::string gumbo_text(std::string_view page);

// The same from libxml2, which only knows HTML 4.
std::string libxml2_text(std::string_view page);

}  // namespace whorl::internal::tokens
