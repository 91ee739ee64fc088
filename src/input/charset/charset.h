// Charsets: converts bytes to UTF-8 and keeps the mapping back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "input/charset/viewable.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// Charsets older than Unicode: uchardet detects them and ICU decodes them.

// Decodes bytes that are not UTF-8. If no charset was found, decodes windows-1252, in which each
// byte is a character; `note` then gets a sentence.
Viewable decode_legacy(std::string_view bytes, std::string& note);

// Decodes bytes of the charset that a web page's header names. The name has the meaning that
// browsers give it: iso-8859-1 is windows-1252. Returns nothing if the name is unknown or means
// Unicode.
std::optional<Viewable> decode_labelled(std::string_view bytes, std::string_view label);

// The charset that contains the named one and that such texts often use: windows-1252 for
// ISO-8859-1. Otherwise the name.
std::string larger_charset(std::string name);

// Decodes bytes of a named charset; uses windows-1252 if ICU does not know the name.
std::string decode_as(std::string_view bytes, const std::string& charset);

// Decodes text. Tries in this order: UTF-8 (moved, not copied; a BOM is dropped), UTF-16 and
// UTF-32, UTF-8 with some broken bytes, the legacy charset that uchardet finds, windows-1252. UTF-8
// may be broken if at least two of three sequences beyond ASCII are valid; the others become
// U+FFFD. NUL becomes U+FFFD. `note` gets a sentence if bytes were replaced or the charset is a
// guess. Fails with ErrorCode::unsupported if the bytes are binary.
Result<Viewable> decode(std::string bytes, std::string& note);

// The same if a header names a charset. UTF-8 that is valid beyond ASCII takes precedence over the
// header, and the header over detection: other charsets are hardly ever valid UTF-8 by chance, and
// headers are often wrong about it.
Result<Viewable> decode_declared(std::string bytes, std::string_view charset, std::string& note);

// The text with U+FFFD instead of invalid UTF-8.
std::string valid_utf8(std::string text);

}  // namespace whorl::internal::input
