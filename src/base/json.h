// JSON values as text and back.
//
// Only json.cc compiles nlohmann's parser and writer; each other source that called them would
// compile them again, which takes seconds.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace whorl::internal::base {

// On one line, or with an indent on several lines, without a line end after the last. Invalid UTF-8
// becomes U+FFFD. O(size).
std::string json_text(const nlohmann::json& value, int indent = -1);
std::string json_text(const nlohmann::ordered_json& value, int indent = -1);

// The value of `text`; a discarded one (is_discarded()) if it is invalid. Members are sorted by
// name, or keep their order. O(size).
nlohmann::json parse_json(std::string_view text);
nlohmann::ordered_json parse_ordered_json(std::string_view text);

}  // namespace whorl::internal::base
