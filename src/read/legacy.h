// Charsets from before Unicode, found by uchardet and decoded by ICU.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "read/viewable.h"

namespace whorl::internal::read {

// Decodes bytes that are not UTF-8. `note` gets a sentence when no charset was found and
// windows-1252 was taken, in which each byte stands for something.
Viewable decode_legacy(std::string_view bytes, std::string& note);

// Decodes bytes of the charset that a web page's header names, by the meaning browsers give to
// the name: iso-8859-1 is windows-1252. Nothing where the name is not known, or is Unicode.
std::optional<Viewable> decode_labelled(std::string_view bytes, std::string_view label);

// Decodes bytes of a named charset; of windows-1252 when ICU does not know the name.
std::string decode_as(std::string_view bytes, const std::string& charset);

}  // namespace whorl::internal::read
