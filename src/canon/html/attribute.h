// An attribute of a tag.
#pragma once

#include <optional>
#include <string_view>

namespace whorl::internal::canon::html {

// The value of the first attribute `name`, in lower case, of a start tag from its '<' to its '>',
// as it is spelled; empty where it has none. No value: the tag has no such attribute. O(tag).
std::optional<std::string_view> attribute(std::string_view tag, std::string_view name);

}  // namespace whorl::internal::canon::html
