// Header fields of WARC records and HTTP messages: `Name: value` lines up to an empty one.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace whorl::internal::input {

// Views of a header; valid as long as its bytes.
struct HeaderFields {
  std::string_view first_line;
  std::vector<std::pair<std::string_view, std::string_view>> fields;

  // The value of the first field of that name in any case; empty if there is none.
  std::string_view get(std::string_view name) const;
};

// Bytes up to and including the empty line, whose line ends may be CRLF or LF; 0 if there is none.
std::size_t header_length(std::string_view bytes);

// Parses a header of header_length() bytes. Skips lines without a colon.
HeaderFields parse_header(std::string_view header);

// "text/html" of "text/html; charset=utf-8", and the value of a parameter, without quotes.
std::string_view media_type(std::string_view content_type);
std::string_view media_parameter(std::string_view content_type, std::string_view name);

std::string_view trimmed(std::string_view text);

}  // namespace whorl::internal::input
