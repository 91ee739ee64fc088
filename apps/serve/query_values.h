// Values of a query as numbers.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

#include "serve/message.h"
#include "whorl/result.h"

namespace whorl::serve {

// Whether all of the text is a number.
template <class Number>
bool parse_number(const std::string& text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && rest == end;
}

// A whole number from `least` to `most`; `fallback` where it is not given.
Result<std::uint32_t> number_in(const Request& request, const std::string& name,
                                std::uint32_t least, std::uint32_t most, std::uint32_t fallback);

// A share from 0 to 1; `fallback` where it is not given.
Result<double> share_in(const Request& request, const std::string& name, double fallback);

}  // namespace whorl::serve
