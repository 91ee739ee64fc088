#include "input/header_fields.h"

#include <algorithm>

#include "base/ascii_case.h"

namespace whorl::internal::input {
namespace {

// Returns the next line without its line end and removes it from `bytes`.
std::string_view take_line(std::string_view& bytes) {
  const std::size_t end = bytes.find('\n');
  std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(end == bytes.npos ? bytes.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::string_view HeaderFields::get(std::string_view name) const {
  for (const auto& [field, value] : fields) {
    if (base::equal_in_any_case(field, name)) return value;
  }
  return {};
}

std::size_t header_length(std::string_view bytes) {
  for (std::size_t end = bytes.find('\n'); end != bytes.npos; end = bytes.find('\n', end + 1)) {
    const std::string_view rest = bytes.substr(end + 1);
    if (rest.starts_with('\n')) return end + 2;
    if (rest.starts_with("\r\n")) return end + 3;
  }
  return 0;
}

HeaderFields parse_header(std::string_view header) {
  HeaderFields out;
  out.first_line = take_line(header);
  while (!header.empty()) {
    const std::string_view line = take_line(header);
    const std::size_t colon = line.find(':');
    if (colon == line.npos) continue;
    out.fields.emplace_back(trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1)));
  }
  return out;
}

std::string_view media_type(std::string_view content_type) {
  return trimmed(content_type.substr(0, content_type.find(';')));
}

std::string_view media_parameter(std::string_view content_type, std::string_view name) {
  std::size_t at = content_type.find(';');
  while (at != content_type.npos) {
    content_type.remove_prefix(at + 1);
    at = content_type.find(';');
    const std::string_view part = content_type.substr(0, at);
    const std::size_t equals = part.find('=');
    if (equals == part.npos || !base::equal_in_any_case(trimmed(part.substr(0, equals)), name))
      continue;
    std::string_view value = trimmed(part.substr(equals + 1));
    value.remove_prefix(std::min(value.find_first_not_of("\"'"), value.size()));
    return value.substr(0, value.find_first_of("\"'"));
  }
  return {};
}

}  // namespace whorl::internal::input
