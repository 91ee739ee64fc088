// Names in zip files that do not say which charset they are in.
#pragma once

#include <string>
#include <vector>

namespace whorl::internal::input {

// The charset of the names of one archive, none of which is valid UTF-8: decode_as() takes it.
//
// Programs of old, and the Explorer of Windows, write names in the code page of the machine. All
// names are judged together, since one is short: Shift-JIS if each is valid and half of them have
// two kana or kanji in a row (one alone is what "ö" and a letter look like); else code page 850 or
// windows-1252, in which fewer characters beyond ASCII are no letters, or are capitals after small
// letters. Code page 437 has the letters of European names where 850 has them.
std::string charset_of_names(const std::vector<std::string>& names);

}  // namespace whorl::internal::input
