// Charsets: bytes to UTF-8, with the way back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "input/charset/viewable.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// Charsets from before Unicode, found by uchardet and decoded by ICU.

// Decodes bytes that are not UTF-8. `note` gets a sentence when no charset was found and
// windows-1252 was taken, in which each byte stands for something.
Viewable decode_legacy(std::string_view bytes, std::string& note);

// Decodes bytes of the charset that a web page's header names, by the meaning browsers give to
// the name: iso-8859-1 is windows-1252. Nothing where the name is not known, or is Unicode.
std::optional<Viewable> decode_labelled(std::string_view bytes, std::string_view label);

// The charset that contains the named one and that its texts are often in: windows-1252 of
// ISO-8859-1. Else the name.
std::string larger_charset(std::string name);

// Decodes bytes of a named charset; of windows-1252 when ICU does not know the name.
std::string decode_as(std::string_view bytes, const std::string& charset);

// Decodes text, in this order: UTF-8 (moved, not copied; a BOM is dropped), UTF-16 and UTF-32,
// UTF-8 with some broken bytes (at least two of three sequences beyond ASCII are right; the rest
// becomes U+FFFD), the legacy charset that uchardet finds, windows-1252. NUL becomes U+FFFD.
// `note` gets a sentence when bytes were replaced or the charset is no more than a guess.
// Fails with ErrorCode::unsupported when the bytes are binary.
Result<Viewable> decode(std::string bytes, std::string& note);

// The same where a header names a charset, which comes after UTF-8 that is valid beyond ASCII and
// before detection: other charsets are hardly ever valid UTF-8 by chance, and headers are often
// wrong about it.
Result<Viewable> decode_declared(std::string bytes, std::string_view charset, std::string& note);

// The text with U+FFFD in place of what is not valid UTF-8.
std::string valid_utf8(std::string text);

}  // namespace whorl::internal::input
