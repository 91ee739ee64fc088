#include "cli/values.h"

#include <fmt/core.h>

#include <charconv>
#include <limits>

#include "cli/text.h"

namespace whorl::cli {
namespace {

template <class Number>
bool parse_number(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && rest == end;
}

tl::unexpected<Error> wrong(std::string_view text, std::string_view expected) {
  return fail(ErrorCode::invalid_argument,
              fmt::format("'{}' is not {}", printable(text), expected));
}

}  // namespace

Result<std::uint64_t> parse_count(std::string_view text, std::uint64_t min, std::uint64_t max) {
  std::uint64_t count = 0;
  if (!parse_number(text, count) || count < min || count > max) {
    return wrong(text, fmt::format("a whole number from {} to {}", min, max));
  }
  return count;
}

Result<double> parse_share(std::string_view text) {
  const bool percent = text.ends_with('%');
  double share = 0;
  if (parse_number(percent ? text.substr(0, text.size() - 1) : text, share)) {
    if (percent) share /= 100;
    if (share >= 0 && share <= 1) return share;
  }
  return wrong(text, "a share from 0 to 1, or a percentage such as 40%");
}

Result<std::uint64_t> parse_bytes(std::string_view text) {
  constexpr std::string_view kUnits = "KMGT";
  const std::size_t unit = text.empty() ? std::string_view::npos : kUnits.find(text.back());
  const bool has_unit = unit != std::string_view::npos;
  const std::string_view digits = has_unit ? text.substr(0, text.size() - 1) : text;
  std::uint64_t count = 0;
  if (!parse_number(digits, count) || count == 0 || count > 1'000'000'000'000) {
    return wrong(text, "an amount of memory such as 2G or 500M");
  }
  return has_unit ? count << (10 * (unit + 1)) : count;
}

Result<MaxShare> parse_max_share(std::string_view text) {
  const bool percent = text.ends_with('%');
  double value = 0;
  const bool number = parse_number(percent ? text.substr(0, text.size() - 1) : text, value);
  constexpr double kMost = std::numeric_limits<std::uint32_t>::max();
  const bool fits = percent ? value > 0 && value <= 100
                            : value >= 2 && value <= kMost && value == std::uint32_t(value);
  if (!number || !fits) {
    return wrong(text, "a number of students from 2 up, or a percentage of them such as 5%");
  }
  return MaxShare{value, percent};
}

Result<std::size_t> parse_choice(std::string_view text, std::string_view choices) {
  const std::vector<std::string_view> words = split(choices, ' ');
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == text) return i;
  }
  return wrong(text, fmt::format("one of {}", join(words, ", ")));
}

}  // namespace whorl::cli
