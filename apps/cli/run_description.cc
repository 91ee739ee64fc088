#include "cli/run_description.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <optional>

#include "cli/flags.h"

namespace whorl::cli {
namespace {

// The time that a reproducible build gives.
std::optional<std::time_t> given_time() {
  const char* text = std::getenv("SOURCE_DATE_EPOCH");
  if (text == nullptr) return std::nullopt;
  const std::string_view digits(text);
  std::int64_t seconds = 0;
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
  if (end.ec != std::errc() || end.ptr != digits.data() + digits.size()) return std::nullopt;
  return static_cast<std::time_t>(seconds);
}

// As a shell takes it.
std::string shell_quoted(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

bool shapes_result(const GivenFlag& given) {
  const auto flag = std::ranges::find(compare_flags(), given.name, &Flag::name);
  return flag != compare_flags().end() && shapes_result(*flag);
}

// Without where the result went and how the run was made: two runs to two folders do not differ.
std::string command_line(const Arguments& arguments) {
  std::string line = "whorl compare";
  for (const std::string& operand : arguments.operands) line += ' ' + shell_quoted(operand);
  for (const GivenFlag& flag : arguments.given) {
    if (!shapes_result(flag)) continue;
    for (const std::string& value : flag.values) {
      line += fmt::format(" --{}", flag.name);
      if (!value.empty()) line += ' ' + shell_quoted(value);
    }
  }
  return line;
}

std::string joined_values(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) out += (out.empty() ? "" : ", ") + value;
  return out;
}

// Paths, globs and layouts name people.
bool may_name_somebody(const Flag& flag) {
  return flag.kind != ArgumentKind::none && flag.kind != ArgumentKind::number &&
         flag.choices.empty();
}

RunOption option_of(const Flag& flag, const Arguments& arguments) {
  const auto given = std::ranges::find(arguments.given, flag.name, &GivenFlag::name);
  if (given == arguments.given.end()) {
    return {std::string(flag.name), std::string(flag.fallback), false};
  }
  if (flag.kind == ArgumentKind::none) return {std::string(flag.name), "yes", true};
  const bool hidden = arguments.anonymize && may_name_somebody(flag);
  return {std::string(flag.name), hidden ? "…" : joined_values(given->values), true};
}

}  // namespace

RunDescription describe_run(const Arguments& arguments) {
  const std::optional<std::time_t> time = given_time();
  RunDescription run;
  run.version = WHORL_VERSION;
  run.date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(time.value_or(std::time(nullptr))));
  if (!time && !arguments.anonymize) run.command = command_line(arguments);
  for (const Flag& flag : compare_flags()) {
    if (shapes_result(flag)) run.options.push_back(option_of(flag, arguments));
  }
  return run;
}

}  // namespace whorl::cli
