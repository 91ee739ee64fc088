// Globs on names.
#pragma once

#include <string_view>

namespace whorl::internal::input {

// True if all of `text` matches `pattern`:
//
//   *       any characters but '/'
//   **      any characters; as "**/" at the beginning of a part: any number of parts, or none
//   ?       one code point but '/'
//   [a-z]   one ASCII character of a set; [!a-z] or [^a-z]: one outside the set, except '/'
//
// Other characters match themselves, also a '[' that is never closed. Case matters. O(|pattern| ×
// |text|) time, O(1) memory.
bool glob_match(std::string_view pattern, std::string_view text);

// A pattern with a '/' is matched against the whole name (a leading '/' is dropped), one without
// against its last part.
bool glob_match_name(std::string_view pattern, std::string_view name);

}  // namespace whorl::internal::input
