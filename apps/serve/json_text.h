// JSON values as text and back, for the service and the command line. The parser and the writer of
// nlohmann are compiled in json_text.cc only, since compiling them takes seconds.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace whorl::serve {

// On one line; with an indent on several lines, without a line end behind the last. Bytes that are
// not UTF-8 become U+FFFD.
std::string json_text(const nlohmann::ordered_json& value, int indent = -1);

// A discarded value (is_discarded()) if `text` is no JSON. Members keep their order.
nlohmann::ordered_json parse_json(std::string_view text);

}  // namespace whorl::serve
