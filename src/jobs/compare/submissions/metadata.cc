#include "jobs/compare/submissions/metadata.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/try.h"
#include "input/charset/charset.h"
#include "input/source.h"
#include "input/tables/csv_table.h"

namespace whorl::internal::compare::submissions {
namespace {

namespace fs = std::filesystem;

struct Column {
  std::string_view name;
  std::string MetadataRow::*value;
};
constexpr Column kColumns[] = {
    {"filename", &MetadataRow::filename},     {"label", &MetadataRow::label},
    {"labels", &MetadataRow::label},  // the name in Dolos
    {"created_at", &MetadataRow::created_at}, {"full_name", &MetadataRow::full_name},
};

// The member for each column of the file; null for unused ones.
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

Result<Metadata> Metadata::read(const std::string& path) {
  WHORL_ASSIGN_OR_RETURN(std::string text, read_text(path));
  std::error_code ignored;
  const fs::path folder = fs::weakly_canonical(path, ignored).parent_path();
  return parse(std::move(text), folder.string(), "--metadata " + path);
}

Result<Metadata> Metadata::parse(std::string text, const std::string& folder,
                                 const std::string& called) {
  auto table = input::csv_of_text(std::move(text));
  if (!table) return fail(table.error().code, called + " " + table.error().message);
  const Header header = read_header(table->columns);
  if (std::find(header.begin(), header.end(), &MetadataRow::filename) == header.end()) {
    return fail(ErrorCode::invalid_argument,
                called + ": the first row does not name a column `filename`");
  }
  Metadata out;
  for (input::CsvRow cells;;) {
    WHORL_ASSIGN_OR_RETURN(const bool more, table->rows->next(cells));
    if (!more) return out;
    if (cells.fault == input::RowFault::open_quote) {
      return fail(ErrorCode::invalid_argument, called + ":" + std::to_string(cells.line) +
                                                   ": a quote opens here and never closes");
    }
    MetadataRow row = read_row(header, cells.cells);
    if (row.filename.empty()) continue;
    out.by_place_.emplace(normal((fs::path(folder) / row.filename).string()), out.rows_.size());
    out.by_name_.emplace(normal(row.filename), out.rows_.size());
    out.rows_.push_back(std::move(row));
  }
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
