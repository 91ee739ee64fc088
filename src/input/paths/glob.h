// Globs on names.
#pragma once

#include <string_view>

namespace whorl::internal::input {

// Whether all of `text` matches `pattern`:
//   *       any characters but '/'
//   **      any characters; as "**/" at the begin of a part: any number of parts, none too
//   ?       one code point but '/'
//   [a-z]   one ASCII character of a set; [!a-z] or [^a-z]: one that is not in it, nor '/'
//   other characters stand for themselves, a '[' that is never closed too.
// Upper and lower case differ. O(|pattern| × |text|) time, O(1) memory.
bool glob_match(std::string_view pattern, std::string_view text);

// A pattern with a '/' is matched against the whole name (a leading '/' is dropped), one without
// against its last part.
bool glob_match_name(std::string_view pattern, std::string_view name);

}  // namespace whorl::internal::input
