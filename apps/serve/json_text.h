// JSON values as text and back, for the service and the command line. The parser and the writer of
// nlohmann are compiled in json_text.cc only, since compiling them takes seconds.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace whorl::serve {

// A flat JSON object of strings, as requests and lines of jobs are written.

// Hands each member to `set`, in order; false where the text is no such object or `set` says so.
// The parser looks into nothing that is nested.
bool read_flat_object(
    std::string_view text,
    const std::function<bool(const std::string& key, std::string_view value)>& set);

// On one line; with an indent on several lines, without a line end behind the last. Bytes that are
// not UTF-8 become U+FFFD.
std::string json_text(const nlohmann::ordered_json& value, int indent = -1);

// A discarded value (is_discarded()) if `text` is no JSON. Members keep their order.
nlohmann::ordered_json parse_json(std::string_view text);

}  // namespace whorl::serve
