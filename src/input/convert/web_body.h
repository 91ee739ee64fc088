// What was sent over the web: an HTTP response or a body of a content type, and its text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "input/charset/viewable.h"
#include "input/convert/convert.h"
#include "input/room.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// Content and transfer codings of HTTP: how the bytes of a body were packed on their way.

struct Unpacked {
  std::string bytes;
  bool whole = true;  // false: the packed bytes broke off or were damaged; what came is kept
};

// The body of `Transfer-Encoding: chunked`. Archives often keep bodies that are chunked no
// longer under headers that still say so: what does not begin with a chunk comes as it is.
Unpacked unchunk(std::string_view body);

// Undoes one coding: gzip, x-gzip, deflate (with a zlib header or without), br, zstd, identity.
// A body that does not begin as its coding would is not packed any more and comes as it is.
// Fails for a coding that is not known, or when more than `limit` bytes come out.
Result<Unpacked> unpack_coding(std::string_view coding, std::string_view body, std::uint64_t limit);

// A body without the codings of its transfer.
struct WebBody {
  std::string bytes;
  std::string media_type;  // in lower case; empty: not said
  std::string charset;     // as the header has it; empty: not said
  std::string note;        // it broke off
};

// `content_type` as in a header: "text/html; charset=utf-8".
WebBody web_body(std::string bytes, std::string_view content_type);

// Takes an HTTP response apart. Fails for what holds no page: a status that is no success, a
// coding that is not known, more than `limit` bytes unpacked. O(bytes out).
Result<WebBody> unwrap_http(std::string_view message, std::uint64_t limit);

// Whether it is HTML: by its type, or, where none is said, by how it begins.
bool is_page(const WebBody& body);

// The text: decoded by the charset of the header, else of the page's <meta>, else by
// detection; PDF and office files are converted. UTF-8 by its BOM or by being valid beyond
// ASCII comes before either. `note` and `room` as in view(). Fails for what is no text.
Result<Viewable> view_body(WebBody body, std::string& note, Conversions& conversions,
                           const Room& room = {});

}  // namespace whorl::internal::input
