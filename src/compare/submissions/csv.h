// CSV (RFC 4180), reading.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whorl::internal::compare::submissions {

// Rows of fields. Fields may be quoted, with "" for a quote and line ends inside; rows end with LF
// or CRLF; empty rows are dropped. A quote that is never closed ends with the text. A ';' separates
// when the first row has one and no ',' (spreadsheets of some countries).
std::vector<std::vector<std::string>> parse_csv(std::string_view text);

}  // namespace whorl::internal::compare::submissions
