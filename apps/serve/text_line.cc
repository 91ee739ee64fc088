#include "serve/text_line.h"

#include <algorithm>
#include <array>

#include "serve/json_text.h"

namespace whorl::serve {
namespace {

struct LineField {
  std::string_view name;
  std::string DocumentCodes::*code;
};
constexpr std::array kLineFields = {
    LineField{"id", &DocumentCodes::name},         LineField{"name", &DocumentCodes::name},
    LineField{"owner", &DocumentCodes::owner},     LineField{"group", &DocumentCodes::group},
    LineField{"date", &DocumentCodes::date},       LineField{"url", &DocumentCodes::url},
    LineField{"contact", &DocumentCodes::contact},
};

struct Fields {
  RegistryText document;
  Skipped skipped;
  bool is_document = false;
  bool is_skipped = false;
};

bool set(Fields& fields, std::string_view name, std::string_view value) {
  const auto row = std::ranges::find(kLineFields, name, &LineField::name);
  if (row != kLineFields.end()) {
    fields.document.codes.*row->code = value;
  } else if (name == "text") {
    fields.document.text = value;
    fields.is_document = true;
  } else if (name == "skipped" || name == "fallback") {
    fields.skipped.reason = value;
    fields.skipped.kind = name == "skipped" ? SkipKind::skipped : SkipKind::fallback;
    fields.is_skipped = true;
  } else {
    return false;
  }
  return true;
}

bool read(Fields& fields, std::string_view line) {
  return read_flat_object(line, [&fields](const std::string& key, std::string_view value) {
    return set(fields, key, value);
  });
}

// The id at the start of a line that was cut off; empty if the line does not start with one.
std::string name_at_begin(std::string_view line) {
  constexpr std::string_view kBegin = "{\"id\":\"";
  if (!line.starts_with(kBegin)) return {};
  std::size_t end = kBegin.size();
  while (end < line.size() && line[end] != '"') end += line[end] == '\\' ? 2 : 1;
  Fields fields;
  const std::string whole = std::string(line.substr(0, end)) + "\"}";
  return read(fields, whole) ? fields.document.codes.name : std::string();
}

}  // namespace

Result<TextLine> parse_text_line(std::string_view line, const DocumentCodes& fallback) {
  Fields fields{{fallback, {}}, {}};
  if (!read(fields, line) || fields.is_document == fields.is_skipped ||
      fields.document.codes.name.empty()) {
    return fail(ErrorCode::invalid_argument,
                "a line is an object of strings: {\"id\": \"its name\", \"text\": \"…\"}, and url, "
                "date, owner, group and contact where it has them");
  }
  if (fields.is_document) return TextLine(std::move(fields.document));
  fields.skipped.path = fields.document.codes.name;
  return TextLine(std::move(fields.skipped));
}

bool TextLines::read_line() {
  constexpr int kEnd = std::char_traits<char>::eof();
  line_.clear();
  int c = buffer_->sbumpc();
  const bool any = c != kEnd;
  for (; c != kEnd; c = buffer_->sbumpc()) {
    ++bytes_;
    if (c == '\n') break;
    if (line_.size() <= most_) line_.push_back(static_cast<char>(c));
  }
  ++number_;
  return any;
}

std::optional<TextLine> TextLines::next() {
  do {
    if (!read_line()) return std::nullopt;
  } while (line_.empty());
  const std::string here = "line " + std::to_string(number_);
  if (line_.size() > most_) {
    const std::string name = name_at_begin(line_);
    return Skipped{name.empty() ? here : name,
                   "its text has more than " + std::to_string(most_) + " bytes"};
  }
  auto read = parse_text_line(line_, fallback_);
  if (read) return *std::move(read);
  return Skipped{here, read.error().message};
}

}  // namespace whorl::serve
