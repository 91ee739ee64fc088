#include "methods/resolved.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/try.h"

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
  std::uint64_t& number = args[static_cast<std::size_t>(found - about.parameters.begin())];
  const auto [end, error] = std::from_chars(value.begin(), value.end(), number);
  const bool read = error == std::errc() && end == value.end();
  if (read && number >= found->min && number <= found->max) return {};
  return refuse(method + ": " + std::string(name) + " is '" + std::string(value) +
                "'; it must be a whole number from " + std::to_string(found->min) + " to " +
                std::to_string(found->max));
}

Result<std::vector<std::uint64_t>> read_parameters(std::string_view text,
                                                   const MeasuringMethod& about) {
  std::vector<std::uint64_t> args;
  for (const MeasuringParameter& parameter : about.parameters) args.push_back(parameter.fallback);
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
                  " has no front end of its own: give one, e.g. --front-end code:c");
  }
  const auto [front_end, argument] = cut(name, ':');
  out.front_end = tokens::find_front_end(front_end);
  out.argument = argument;
  if (out.front_end == nullptr) {
    return refuse("no front end is called '" + std::string(front_end) + "'; there are " +
                  names_of(tokens::front_ends(), [](const auto& row) { return row.name; }));
  }
  return out.front_end->check(argument);
}

}  // namespace

Result<ResolvedMethod> ResolvedMethod::parse(std::string_view text, std::string_view front_end) {
  const auto [name, parameters] = cut(text, ':');
  const Method* method = find_method(name);
  if (method == nullptr) {
    return refuse("no method is called '" + std::string(name) + "'; there are " +
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

std::string ResolvedMethod::print() const {
  std::string out(method_->about.name);
  for (std::size_t i = 0; i < settings_.args.size(); ++i) {
    out += (i == 0 ? ":" : ",") + std::string(method_->about.parameters[i].name) + "=" +
           std::to_string(settings_.args[i]);
  }
  return out;
}

}  // namespace whorl::internal::methods
