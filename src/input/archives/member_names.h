// Names in zip files that do not say which charset they are in.
#pragma once

#include <string>
#include <vector>

namespace whorl::internal::input {

// Finds the charset of an archive's names for decode_as(). None of them is valid UTF-8.
//
// Old programs, and the Explorer of Windows, write names in the code page of the machine. All
// names are judged together, since a single one is short. They are Shift-JIS if each is valid and
// half of them have two consecutive kana or kanji; a single one also results from "ö" and a
// letter. Otherwise they are code page 850 or windows-1252, whichever gives fewer non-ASCII
// characters that are no letters, or are capitals after small letters. Code page 437 has the
// letters of European names at the same places as 850.
std::string charset_of_names(const std::vector<std::string>& names);

}  // namespace whorl::internal::input
