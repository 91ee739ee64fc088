// The target of a request, and texts encoded for targets.
#pragma once

#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/message.h"
#include "whorl/result.h"

namespace whorl::serve {

// Values of a query as numbers.

// True if all of the text is a number.
template <class Number>
bool parse_number(const std::string& text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && rest == end;
}

// A whole number from `least` to `most`; `fallback` if it is not given.
Result<std::uint32_t> number_in(const Request& request, const std::string& name,
                                std::uint32_t least, std::uint32_t most, std::uint32_t fallback);

// A share from 0 to 1; `fallback` if it is not given.
Result<double> share_in(const Request& request, const std::string& name, double fallback);

struct Target {
  std::vector<std::string> path;  // segments; none: "/"
  std::map<std::string, std::string> query;
};

// Only the form that begins with a slash. Nothing if an escape is wrong, a segment is "." or "..",
// there is a NUL, or a name of the query occurs twice.
std::optional<Target> parse_target(std::string_view text);

// Base64 for addresses (RFC 4648, section 5), without padding.
std::string spell(std::string_view bytes);
std::optional<std::string> unspell(std::string_view text);

}  // namespace whorl::serve
