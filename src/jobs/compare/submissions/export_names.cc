#include "jobs/compare/submissions/export_names.h"

#include <algorithm>
#include <cstddef>

#include "jobs/compare/submissions/hand_in.h"

namespace whorl::internal::compare::submissions {
namespace {

// A folder, an archive or a file in the path of a name.
struct Part {
  std::string_view text;
  std::string_view path;  // the name up to the end of this part
  std::string_view rest;  // the name after this part and its slash
};

constexpr auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
constexpr auto is_small_letter = [](char c) { return c >= 'a' && c <= 'z'; };

bool is_number(std::string_view text, std::size_t least_digits = 1) {
  return text.size() >= least_digits && std::ranges::all_of(text, is_digit);
}

// Takes the text before the first `mark` off the front of `rest`; nothing if there is no mark.
std::optional<std::string_view> take_until(std::string_view mark, std::string_view& rest) {
  const std::size_t at = rest.find(mark);
  if (at == rest.npos) return std::nullopt;
  const std::string_view taken = rest.substr(0, at);
  rest.remove_prefix(at + mark.size());
  return taken;
}

// The name inside the submission: `inner`, which is the end of `part.text`, and the rest of the
// name.
std::string_view file_from(std::string_view inner, const Part& part) {
  if (part.rest.empty()) return inner;
  if (inner.empty()) return part.rest;
  const auto end = part.rest.data() + part.rest.size();
  return {inner.data(), static_cast<std::size_t>(end - inner.data())};
}

// The first part that has this form.
template <class Form>
std::optional<NameParts> first_of(std::string_view name, Form form) {
  for (std::size_t begin = 0; begin < name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    const Part part{name.substr(begin, end - begin), name.substr(0, end),
                    name.substr(std::min(end + 1, name.size()))};
    if (const std::optional<NameParts> parts = form(part)) return parts;
    begin = end + 1;
  }
  return std::nullopt;
}

std::optional<NameParts> moodle_part(const Part& part) {
  std::string_view rest = part.text;
  const auto who = take_until("_assignsubmission_", rest);
  if (!who) return std::nullopt;
  const std::size_t before_id = who->rfind('_');
  if (before_id == who->npos || before_id == 0) return std::nullopt;
  const std::string_view id = who->substr(before_id + 1);
  if (!is_number(id)) return std::nullopt;
  const auto end_of_type = std::ranges::find_if_not(rest, is_small_letter);
  rest.remove_prefix(static_cast<std::size_t>(end_of_type - rest.begin()));
  if (rest.starts_with('_')) rest.remove_prefix(1);
  return NameParts{who->substr(0, before_id), id, {}, {}, part.path, file_from(rest, part)};
}

std::optional<NameParts> canvas_part(const Part& part) {
  constexpr std::size_t kDigits = 3;
  std::string_view rest = part.text;
  const auto person = take_until("_", rest);
  if (!person || person->empty()) return std::nullopt;
  if (rest.starts_with("LATE_")) rest.remove_prefix(5);
  const auto id = take_until("_", rest);
  if (!id || !is_number(*id, kDigits)) return std::nullopt;
  if (rest == "text.html") return NameParts{*person, *id, {}, {}, part.path, rest};
  const auto serial = take_until("_", rest);
  if (!serial || !is_number(*serial, kDigits) || rest.empty()) return std::nullopt;
  return NameParts{*person, *id, {}, *serial, part.path, file_from(rest, part)};
}

std::optional<NameParts> gradescope_part(const Part& part) {
  constexpr std::string_view kBegin = "submission_";
  if (!part.text.starts_with(kBegin)) return std::nullopt;
  const std::string_view id = part.text.substr(kBegin.size());
  if (!is_number(id)) return std::nullopt;
  return NameParts{part.text, id, {}, {}, part.path, part.rest};
}

std::optional<NameParts> blackboard_part(const Part& part) {
  constexpr std::size_t kTime = 19;
  std::string_view rest = part.text;
  const auto who = take_until("_attempt_", rest);
  if (!who || who->find('_') == who->npos || rest.size() < kTime) return std::nullopt;
  const std::string_view attempt = rest.substr(0, kTime);
  if (attempt[10] != '-' || time_written(attempt).empty()) return std::nullopt;
  rest.remove_prefix(kTime);
  if (rest == ".txt" && part.rest.empty()) {
    return NameParts{*who, {}, attempt, {}, part.path, part.text, true};
  }
  if (rest.size() < 2 || rest[0] != '_') return std::nullopt;
  return NameParts{*who, {}, attempt, {}, part.path, file_from(rest.substr(1), part)};
}

}  // namespace

std::optional<NameParts> moodle_name(std::string_view name) { return first_of(name, moodle_part); }

std::optional<NameParts> canvas_name(std::string_view name) { return first_of(name, canvas_part); }

std::optional<NameParts> gradescope_name(std::string_view name) {
  return first_of(name, gradescope_part);
}

std::optional<NameParts> blackboard_name(std::string_view name) {
  return first_of(name, blackboard_part);
}

}  // namespace whorl::internal::compare::submissions
