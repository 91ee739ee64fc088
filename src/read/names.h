// Names of documents: valid UTF-8, '/' between parts, never "." or "..".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "whorl/document.h"

namespace whorl {

// The name as valid UTF-8: each byte that is not part of it is spelled \xHH. NULs likewise.
std::string display_name(std::string_view raw);

// The name of an archive member without what would leave the archive: "/etc/x", "../x" and
// "a//./x" become "etc/x", "x" and "a/x". Empty when nothing is left.
std::string member_name(std::string_view raw);

// The part after the last '/'.
std::string_view base_name(std::string_view name);

// The suffix of the base name from its last dot on, in lower case (".gz"); empty when there is
// none or the name begins with its only dot.
std::string extension(std::string_view name);

// Gives the second, third … of equal names " (2)", " (3)" …; `documents` are sorted by name and
// are so after the call.
void make_names_unique(std::vector<Document>& documents);

}  // namespace whorl
