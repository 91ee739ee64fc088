// An HTTP response or a body of a content type, and its text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "input/charset/viewable.h"
#include "input/convert/convert.h"
#include "input/room.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// Content and transfer codings of HTTP.

struct Unpacked {
  std::string bytes;
  // False if the packed bytes broke off or were damaged; the bytes before are kept.
  bool whole = true;
};

// The body of `Transfer-Encoding: chunked`. Archives often store decoded bodies under headers that
// still say chunked, so a body that does not begin with a chunk is returned unchanged.
Unpacked unchunk(std::string_view body);

// Decodes one coding: gzip, x-gzip, deflate (with a zlib header or without), br, zstd, identity. A
// body that does not begin like its coding was stored decoded and is returned unchanged. Fails for
// an unknown coding, or if the result has more than `limit` bytes.
Result<Unpacked> unpack_coding(std::string_view coding, std::string_view body, std::uint64_t limit);

// A body after its transfer codings are decoded.
struct WebBody {
  std::string bytes;
  std::string media_type;  // in lower case; empty if unknown
  std::string charset;     // as in the header; empty if unknown
  std::string note;        // says that it broke off
};

// `content_type` as in a header: "text/html; charset=utf-8".
WebBody web_body(std::string bytes, std::string_view content_type);

// Parses an HTTP response. Fails if it contains no page: a status other than success, an unknown
// coding, more than `limit` bytes after decoding. O(bytes of the result).
Result<WebBody> unwrap_http(std::string_view message, std::uint64_t limit);

// True if it is HTML, by its type or, if that is unknown, by its beginning.
bool is_page(const WebBody& body);

// The text. The charset is that of the header, else of the page's <meta>, else it is detected.
// UTF-8 with a BOM, or that is valid beyond ASCII, takes precedence over all three. PDF and office
// files are converted. `note` and `room` as in view(). Fails if it is no text.
Result<Viewable> view_body(WebBody body, std::string& note, Conversions& conversions,
                           const Room& room = {});

}  // namespace whorl::internal::input
