// JSON values as text and back.
//
// The parser and the writer of nlohmann are compiled in json.cc only: each source that calls them
// itself compiles them anew, which takes seconds.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace whorl::internal::base {

// On one line; with an indent on several lines, without a line end behind the last. Bytes that are
// not UTF-8 become U+FFFD. O(size).
std::string json_text(const nlohmann::json& value, int indent = -1);
std::string json_text(const nlohmann::ordered_json& value, int indent = -1);

// The value that `text` spells; a discarded one (is_discarded()) if it spells none. Members are
// sorted by name, or keep their order. O(size).
nlohmann::json parse_json(std::string_view text);
nlohmann::ordered_json parse_ordered_json(std::string_view text);

}  // namespace whorl::internal::base
