#include "jobs/compare/submissions/metadata.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/try.h"
#include "input/charset/charset.h"
#include "input/source.h"

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

namespace fs = std::filesystem;

struct Column {
  std::string_view name;
  std::string MetadataRow::*value;
};
constexpr Column kColumns[] = {
    {"filename", &MetadataRow::filename},     {"label", &MetadataRow::label},
    {"labels", &MetadataRow::label},  // as Dolos calls it
    {"created_at", &MetadataRow::created_at}, {"full_name", &MetadataRow::full_name},
};

// The member of each column of the file; null for those of no use.
using Header = std::vector<std::string MetadataRow::*>;

Header read_header(const std::vector<std::string>& row) {
  Header header;
  for (const std::string& name : row) {
    const auto column = std::find_if(std::begin(kColumns), std::end(kColumns),
                                     [&](const Column& c) { return c.name == name; });
    header.push_back(column == std::end(kColumns) ? nullptr : column->value);
  }
  return header;
}

MetadataRow read_row(const Header& header, std::vector<std::string>& fields) {
  MetadataRow row;
  for (std::size_t i = 0; i < std::min(header.size(), fields.size()); ++i) {
    if (header[i] != nullptr) row.*header[i] = std::move(fields[i]);
  }
  return row;
}

std::string normal(std::string_view name) {
  std::string out = fs::path(name).lexically_normal().generic_string();
  if (out.size() > 1 && out.ends_with('/')) out.pop_back();
  return out;
}

Result<std::string> read_text(const std::string& path) {
  NoProgress quiet;
  Result<input::ReadResult> read = input::read_path(path, {}, quiet);
  if (!read) return fail(read.error().code, "--metadata " + read.error().message);
  if (read->documents.size() != 1) {
    return fail(ErrorCode::invalid_argument, "--metadata " + path + " is not a CSV file");
  }
  std::string note;
  Result<input::Viewable> text = input::decode(std::move(read->documents[0].bytes), note);
  if (!text) return fail(text.error().code, "--metadata " + path + " " + text.error().message);
  return std::move(text->text);
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

Result<Metadata> Metadata::read(const std::string& path) {
  WHORL_ASSIGN_OR_RETURN(std::string text, read_text(path));
  std::vector<std::vector<std::string>> table = parse_csv(text);
  const Header header = table.empty() ? Header() : read_header(table[0]);
  if (std::find(header.begin(), header.end(), &MetadataRow::filename) == header.end()) {
    return fail(ErrorCode::invalid_argument,
                "--metadata " + path + ": the first row does not name a column `filename`");
  }
  std::error_code ignored;
  const fs::path folder = fs::weakly_canonical(path, ignored).parent_path();
  Metadata out;
  for (std::size_t i = 1; i < table.size(); ++i) {
    MetadataRow row = read_row(header, table[i]);
    if (row.filename.empty()) continue;
    out.by_place_.emplace(normal((folder / row.filename).string()), out.rows_.size());
    out.by_name_.emplace(normal(row.filename), out.rows_.size());
    out.rows_.push_back(std::move(row));
  }
  return out;
}

std::optional<Metadata::Hit> Metadata::find(std::string_view place, std::string_view name) const {
  const std::size_t before = place.size() - name.size();
  for (std::size_t size = name.size(); size != 0;) {
    const auto by_place = by_place_.find(place.substr(0, before + size));
    if (by_place != by_place_.end()) return Hit{by_place->second, size};
    const auto by_name = by_name_.find(name.substr(0, size));
    if (by_name != by_name_.end()) return Hit{by_name->second, size};
    const std::size_t slash = name.substr(0, size).rfind('/');
    size = slash == name.npos ? 0 : slash;
  }
  return std::nullopt;
}

}  // namespace whorl::internal::compare::submissions
