// Converts JSON values to and from text, for the service and the command line. Only json_text.cc
// compiles the parser and the writer of nlohmann, which takes seconds.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace whorl::serve {

// Reads a flat JSON object of strings, as in requests and lines of jobs. Calls `set` with each
// member in order. False if the text is no such object or `set` returns false. Nested values are
// not parsed.
bool read_flat_object(
    std::string_view text,
    const std::function<bool(const std::string& key, std::string_view value)>& set);

// On one line, or on several with an indent, without a line end after the last. Bytes that are not
// UTF-8 become U+FFFD.
std::string json_text(const nlohmann::ordered_json& value, int indent = -1);

// A discarded value (is_discarded()) if `text` is not JSON. Members keep their order.
nlohmann::ordered_json parse_json(std::string_view text);

}  // namespace whorl::serve
