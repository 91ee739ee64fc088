// Other people's HTML parsers, as oracles: the text of a page as they see it.
#pragma once

#include <string>
#include <string_view>

namespace whorl::internal::tokens {

// Text nodes of the tree that gumbo builds, in order, without those that no browser shows.
std::string gumbo_text(std::string_view page);

// The same of libxml2, which knows HTML 4 only.
std::string libxml2_text(std::string_view page);

}  // namespace whorl::internal::tokens
