// A flat JSON object of strings, as requests and lines of jobs are written.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace whorl::serve {

// Hands each member to `set`, in order; false where the text is no such object or `set` says so.
// The parser looks into nothing that is nested.
bool read_flat_object(
    std::string_view text,
    const std::function<bool(const std::string& key, std::string_view value)>& set);

}  // namespace whorl::serve
