#include "compare/submissions/csv.h"

#include <utility>

namespace whorl::internal::compare::submissions {
namespace {

char separator_of(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  return first.find(',') == first.npos && first.find(';') != first.npos ? ';' : ',';
}

// Reads one field from the begin of `text` and leaves what ended it.
std::string take_field(std::string_view& text, char separator) {
  std::string field;
  bool quoted = false;
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      field += '"';
      ++i;
    } else if (c == '"' && (quoted || field.empty())) {
      quoted = !quoted;
    } else if (!quoted && (c == separator || c == '\n')) {
      break;
    } else {
      field += c;
    }
  }
  if (field.ends_with('\r') && (i == text.size() || text[i] == '\n')) field.pop_back();
  text.remove_prefix(i);
  return field;
}

}  // namespace

std::vector<std::vector<std::string>> parse_csv(std::string_view text) {
  const char separator = separator_of(text);
  std::vector<std::vector<std::string>> rows;
  while (!text.empty()) {
    std::vector<std::string> row;
    for (bool more = true; more;) {
      row.push_back(take_field(text, separator));
      more = text.starts_with(separator);
      if (!text.empty()) text.remove_prefix(1);
    }
    if (row.size() > 1 || !row[0].empty()) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace whorl::internal::compare::submissions
