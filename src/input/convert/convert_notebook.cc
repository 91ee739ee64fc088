#include <simdjson.h>

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "input/charset/charset.h"
#include "input/charset/wide.h"
#include "input/convert/convert.h"

namespace whorl::internal::input {
namespace {

namespace json = simdjson::dom;

struct CommentStyle {
  std::string_view language;
  std::string_view prefix;
};
constexpr CommentStyle kCommentStyles[] = {
    {"c", "//"},          {"c++", "//"},        {"cpp", "//"},    {"c#", "//"},    {"csharp", "//"},
    {"java", "//"},       {"kotlin", "//"},     {"scala", "//"},  {"go", "//"},    {"rust", "//"},
    {"javascript", "//"}, {"typescript", "//"}, {"swift", "//"},  {"f#", "//"},    {"fsharp", "//"},
    {"haskell", "--"},    {"lua", "--"},        {"sql", "--"},    {"matlab", "%"}, {"octave", "%"},
    {"prolog", "%"},      {"erlang", "%"},      {"clojure", ";"}, {"scheme", ";"}, {"lisp", ";"},
};

std::string_view comment_prefix(std::string_view language) {
  const auto row =
      std::find_if(std::begin(kCommentStyles), std::end(kCommentStyles),
                   [&](const CommentStyle& style) { return style.language == language; });
  return row == std::end(kCommentStyles) ? "#" : row->prefix;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::string_view string_at(const json::element& root, std::string_view pointer) {
  std::string_view text;
  return root.at_pointer(pointer).get(text) == simdjson::SUCCESS ? text : std::string_view();
}

std::string language_of(const json::element& root) {
  for (const std::string_view pointer :
       {"/metadata/kernelspec/language", "/metadata/language_info/name", "/metadata/language"}) {
    if (const std::string_view name = string_at(root, pointer); !name.empty()) return lower(name);
  }
  return "python";
}

// A multi-line string: one string, or an array of lines that keep their ends.
std::string source_of(const json::element& cell) {
  json::element source;
  if (cell["source"].get(source) != simdjson::SUCCESS &&
      cell["input"].get(source) != simdjson::SUCCESS) {
    return {};
  }
  std::string_view text;
  if (source.get(text) == simdjson::SUCCESS) return std::string(text);
  std::string out;
  json::array lines;
  if (source.get(lines) != simdjson::SUCCESS) return out;
  for (const json::element line : lines) {
    if (line.get(text) == simdjson::SUCCESS) out += text;
  }
  return out;
}

// The JSON in UTF-8: editors under Windows add a byte order mark, or write UTF-16.
std::string as_utf8(const std::string& bytes) {
  const WideEncoding encoding = wide_encoding(bytes);
  if (encoding != WideEncoding::none) return decode_wide(bytes, encoding).text;
  return bytes.starts_with(base::kUtf8Bom) ? bytes.substr(base::kUtf8Bom.size()) : bytes;
}

class Cells {
 public:
  explicit Cells(std::string language)
      : language_(std::move(language)), comment_(comment_prefix(language_)) {}

  void add(const json::array& cells) {
    for (const json::element cell : cells) {
      std::string_view type;
      if (cell["cell_type"].get(type) != simdjson::SUCCESS) continue;
      type == "code" ? add_code(source_of(cell)) : add_prose(type, source_of(cell));
    }
  }

  Result<Viewable> finish() { return converted_text(std::move(text_), std::move(language_)); }

 private:
  void begin(std::string_view title) {
    if (!text_.empty()) text_ += '\n';
    text_.append(comment_).append(" %%").append(title) += '\n';
  }

  void add_code(std::string_view source) {
    begin("");
    each_line(source, [this](std::string_view line) {
      const bool shell = line.starts_with('%') || line.starts_with('!');
      if (shell && comment_ != "%") text_.append(comment_) += ' ';
      text_.append(line) += '\n';
    });
  }

  void add_prose(std::string_view type, std::string_view source) {
    begin(" [" + std::string(type) + "]");
    each_line(source, [this](std::string_view line) {
      text_.append(comment_).append(" ").append(line) += '\n';
    });
  }

  template <class Visit>
  static void each_line(std::string_view source, Visit visit) {
    while (!source.empty()) {
      const std::size_t end = std::min(source.find('\n'), source.size());
      visit(source.substr(0, end));
      source.remove_prefix(std::min(end + 1, source.size()));
    }
  }

  std::string text_;
  std::string language_;
  std::string_view comment_;
};

}  // namespace

Result<Viewable> convert_notebook(const std::string& bytes) {
  json::parser parser;
  json::element root;
  if (parser.parse(as_utf8(bytes)).get(root) != simdjson::SUCCESS) {
    return fail(ErrorCode::corrupt, "is not a notebook: its JSON is damaged");
  }
  Cells cells(language_of(root));
  json::array array;
  if (root["cells"].get(array) == simdjson::SUCCESS) {
    cells.add(array);
    return cells.finish();
  }
  json::array sheets;
  if (root["worksheets"].get(sheets) != simdjson::SUCCESS) {
    return fail(ErrorCode::corrupt, "is not a notebook: it has no cells");
  }
  for (const json::element sheet : sheets) {
    if (sheet["cells"].get(array) == simdjson::SUCCESS) cells.add(array);
  }
  return cells.finish();
}

}  // namespace whorl::internal::input
