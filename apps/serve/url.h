// The target of a request, and texts spelled so that they may stand in one.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whorl::serve {

struct Target {
  std::vector<std::string> path;  // segments; none: "/"
  std::map<std::string, std::string> query;
};

// Only the form that begins with a slash. Nothing where an escape is wrong, a segment is "." or
// "..", a NUL is anywhere, or a name of the query comes twice.
std::optional<Target> parse_target(std::string_view text);

// Base64 for addresses (RFC 4648, section 5), without padding.
std::string spell(std::string_view bytes);
std::optional<std::string> unspell(std::string_view text);

}  // namespace whorl::serve
