#include "methods/resolved.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/try.h"
#include "methods/word.h"

namespace whorl::internal::methods {
namespace {

tl::unexpected<Error> refuse(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

template <class Rows, class Name>
std::string names_of(const Rows& rows, Name name) {
  std::string list;
  for (const auto& row : rows) list += (list.empty() ? "" : ", ") + std::string(name(row));
  return list;
}

std::pair<std::string_view, std::string_view> cut(std::string_view text, char separator) {
  const std::size_t at = text.find(separator);
  if (at == text.npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + 1)};
}

// Nothing if it is no such word or number.
std::optional<std::uint64_t> value_of(std::string_view text, const MeasuringParameter& about) {
  if (about.is_word) {
    const bool fits = text.size() >= about.min && text.size() <= about.max;
    return fits && text.find('\0') == text.npos ? std::optional(word_number(text)) : std::nullopt;
  }
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), number);
  if (error != std::errc() || end != text.end()) return std::nullopt;
  return number >= about.min && number <= about.max ? std::optional(number) : std::nullopt;
}

Result<void> read_parameter(std::string_view text, const MeasuringMethod& about,
                            std::vector<std::uint64_t>& args) {
  const auto [name, value] = cut(text, '=');
  const auto found = std::ranges::find(about.parameters, name, &MeasuringParameter::name);
  const std::string method(about.name);
  if (found == about.parameters.end()) {
    const auto names = names_of(about.parameters, [](const auto& p) { return p.name; });
    return refuse(method + " has no parameter '" + std::string(name) + "'; it takes " +
                  (names.empty() ? "none" : names));
  }
  const std::optional<std::uint64_t> read = value_of(value, *found);
  if (read) {
    args[static_cast<std::size_t>(found - about.parameters.begin())] = *read;
    return {};
  }
  return refuse(method + ": " + std::string(name) + " is '" + std::string(value) +
                (found->is_word ? "'; its length in bytes must be from "
                                : "'; it must be a whole number from ") +
                std::to_string(found->min) + " to " + std::to_string(found->max));
}

std::vector<std::uint64_t> defaults_of(const MeasuringMethod& about) {
  std::vector<std::uint64_t> args;
  for (const MeasuringParameter& parameter : about.parameters) args.push_back(parameter.fallback);
  return args;
}

std::string printed(const MeasuringMethod& about, std::span<const std::uint64_t> args) {
  std::string out(about.name);
  for (std::size_t i = 0; i < args.size(); ++i) {
    const MeasuringParameter& parameter = about.parameters[i];
    out += (i == 0 ? ":" : ",") + std::string(parameter.name) + "=" + written(parameter, args[i]);
  }
  return out;
}

Result<std::vector<std::uint64_t>> read_parameters(std::string_view text,
                                                   const MeasuringMethod& about) {
  std::vector<std::uint64_t> args = defaults_of(about);
  while (!text.empty()) {
    const auto [one, rest] = cut(text, ',');
    WHORL_RETURN_IF_ERROR(read_parameter(one, about, args));
    text = rest;
  }
  return args;
}

Result<void> find_front_end(const MeasuringMethod& about, std::string_view given, Settings& out) {
  const std::string_view name = about.any_front_end && !given.empty() ? given : about.front_end;
  if (name.empty()) {
    return refuse(std::string(about.name) +
                  " has no default tokenizer: give one, e.g. --front-end code:c");
  }
  const auto [front_end, argument] = cut(name, ':');
  out.front_end = tokens::find_front_end(front_end);
  out.argument = argument;
  if (out.front_end == nullptr) {
    return refuse("there is no tokenizer '" + std::string(front_end) + "'; known are " +
                  names_of(tokens::front_ends(), [](const auto& row) { return row.name; }));
  }
  return out.front_end->check(argument);
}

}  // namespace

Result<ResolvedMethod> ResolvedMethod::parse(std::string_view text, std::string_view front_end) {
  const auto [name, parameters] = cut(text, ':');
  const Method* method = find_method(name);
  if (method == nullptr) {
    return refuse("there is no method '" + std::string(name) + "'; known are " +
                  names_of(methods(), [](const Method& row) { return row.about.name; }));
  }
  Settings settings;
  WHORL_ASSIGN_OR_RETURN(settings.args, read_parameters(parameters, method->about));
  WHORL_RETURN_IF_ERROR(find_front_end(method->about, front_end, settings));
  if (method->check != nullptr) {
    const auto checked = method->check(settings);
    if (!checked) return refuse(std::string(name) + ": " + checked.error().message);
  }
  return ResolvedMethod(*method, std::move(settings));
}

std::string ResolvedMethod::print() const { return printed(method_->about, settings_.args); }

}  // namespace whorl::internal::methods

namespace whorl {

std::string written(const MeasuringParameter& parameter, std::uint64_t value) {
  return parameter.is_word ? internal::methods::word_of_number(value) : std::to_string(value);
}

std::string with_defaults(const MeasuringMethod& method) {
  return internal::methods::printed(method, internal::methods::defaults_of(method));
}

}  // namespace whorl
