#include "tokens/code/code.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>

#include "tokens/code/blanks.h"
#include "tokens/code/lexer.h"

namespace whorl::internal::tokens::code {
namespace {

// Positions have 32 bits; readers split longer texts.
std::string_view within_limit(std::string_view text) {
  return text.substr(0, std::numeric_limits<std::uint32_t>::max() - 1);
}

std::string_view class_name(TokenClass kind) {
  static constexpr std::array<std::string_view, 8> kNames = {
      "identifier", "number", "string", "character", "keyword", "operator", "indent", "dedent"};
  return kNames[static_cast<std::size_t>(kind)];
}

// Line and column of ascending offsets, both from 1, columns in bytes.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text) : text_(text) {}
  std::size_t line(std::size_t offset) {
    for (; at_ < offset; ++at_) {
      if (!ends_line(text_, at_)) continue;
      ++line_;
      line_begin_ = at_ + 1;
    }
    return line_;
  }
  std::string place(std::size_t offset) {
    const std::size_t found = line(offset);
    return std::to_string(found) + ':' + std::to_string(offset - line_begin_ + 1);
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t line_begin_ = 0;
};

std::string one_line(std::string_view spelling) {
  std::string out;
  for (const char c : spelling) {
    if (c == '\n') {
      out += "\\n";
    } else if (c != '\r') {
      out += c;
    }
  }
  return out;
}

bool is_block(TokenClass kind) { return kind == TokenClass::indent || kind == TokenClass::dedent; }

void reserve(std::size_t tokens, Spans& spans) {
  spans.begin.reserve(tokens);
  spans.length.reserve(tokens);
}

void reserve(std::size_t, PackedSpans&) {}

// Tokens that are not stored yet, field by field: copying a token as a whole would wait for the
// stores of its fields.
struct Batch {
  static constexpr std::size_t kMost = 64;

  std::array<std::uint32_t, kMost> symbols;
  std::array<std::uint32_t, kMost> begins;
  std::array<std::uint32_t, kMost> lengths;
  std::size_t size = 0;
};

void append(const std::array<std::uint32_t, Batch::kMost>& values, std::size_t size,
            std::vector<std::uint32_t>& column) {
  column.insert(column.end(), values.data(), values.data() + size);
}

void add(const Batch& batch, Spans& spans) {
  append(batch.begins, batch.size, spans.begin);
  append(batch.lengths, batch.size, spans.length);
}

void add(const Batch& batch, PackedSpans& spans) {
  for (std::size_t i = 0; i < batch.size; ++i) {
    spans.add(batch.begins[i], batch.begins[i] + batch.lengths[i]);
  }
}

// Symbols and positions of tokens, stored many at a time.
template <class Places>
class Columns {
 public:
  explicit Columns(std::size_t expected) {
    symbols_.reserve(expected);
    reserve(expected, places_);
  }
  void add(const Token& token) {
    if (batch_.size == Batch::kMost) store();
    batch_.symbols[batch_.size] = token.symbol;
    batch_.begins[batch_.size] = token.begin;
    batch_.lengths[batch_.size] = token.end - token.begin;
    ++batch_.size;
  }
  void store() {
    append(batch_.symbols, batch_.size, symbols_);
    code::add(batch_, places_);
    batch_.size = 0;
  }
  Tokens& symbols() { return symbols_; }
  Places& places() { return places_; }

 private:
  Batch batch_;
  Tokens symbols_;
  Places places_;
};

constexpr std::string_view kStrongSuffix = ":strong";

template <class Emit>
LexNotes lex_by(const Language& language, bool strong, std::string_view text, Emit&& emit) {
  if (strong && language.statements != nullptr) return lex_strong(compiled(language), text, emit);
  return lex(compiled(language), text, emit);
}

std::string join(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const std::string_view part : parts) out += part;
  return out;
}

// The report's messages about the text.
std::vector<std::string> notices_of(const LexNotes& notes, std::string_view text) {
  std::vector<std::string> out;
  LineCounter lines(text);
  for (const Notice& notice : notes.unclosed) {
    out.push_back(join({"line ", std::to_string(lines.line(notice.offset)), ": the ", notice.what,
                        " that starts here never ends; read as ", notice.read_as}));
  }
  if (notes.unclosed_count > notes.unclosed.size()) {
    out.push_back(join({std::to_string(notes.unclosed_count - notes.unclosed.size()),
                        " more strings or comments never end; read as code"}));
  }
  if (2 * notes.string_bytes > text.size()) {
    out.push_back(join({std::to_string(100 * notes.string_bytes / text.size()),
                        "% of its bytes are inside strings, each compared as one symbol"}));
  }
  return out;
}

template <class Places>
Canon lexed(const Language& language, bool strong, std::string_view text) {
  // Most programs have fewer tokens; memory that is not written costs nothing.
  Columns<Places> columns(text.size() / 4);
  const LexNotes notes =
      lex_by(language, strong, text, [&](const Token& token) { columns.add(token); });
  columns.store();
  return {std::move(columns.symbols()), Origin(std::move(columns.places())),
          notices_of(notes, text)};
}

Result<void> refuse(std::string message, const std::vector<std::string_view>& known) {
  for (const std::string_view name : known) message.append(" ").append(name);
  return fail(ErrorCode::invalid_argument, std::move(message));
}

std::string_view family_of(const Language& language) {
  return language.family.empty() ? language.name : language.family;
}

// The classes of the strong normal forms, in the order of languages().
std::vector<std::string> strong_classes() {
  std::vector<std::string> classes;
  for (const Language* language : languages()) {
    classes.push_back(std::string(family_of(*language)).append(kStrongSuffix));
  }
  return classes;
}

}  // namespace

CodeArgument code_argument(std::string_view argument) {
  const bool strong = argument.ends_with(kStrongSuffix);
  if (strong) argument.remove_suffix(kStrongSuffix.size());
  return {argument, strong};
}

bool has_strong_form(std::string_view language) {
  const Language* table = find_language(language);
  return table != nullptr && table->statements != nullptr;
}

std::string strong_form(std::string_view language) {
  return has_strong_form(language) ? std::string(language).append(kStrongSuffix) : std::string();
}

Canon canonicalize_code(const input::Viewable& document, std::string_view argument) {
  const auto [language, strong] = code_argument(argument);
  const Language* table = find_language(language);
  if (table == nullptr) return {Tokens{}, Origin(Spans{})};
  // Programs written by people are shorter. In longer ones a few bytes a token would be more than
  // the text.
  constexpr std::size_t kLong = 16 << 20;
  const std::string_view text = within_limit(document.text);
  if (text.size() > kLong) return lexed<PackedSpans>(*table, strong, text);
  return lexed<Spans>(*table, strong, text);
}

Result<void> check_code(std::string_view argument) {
  const auto [language, strong] = code_argument(argument);
  const std::string name(language);
  if (find_language(language) == nullptr) {
    return refuse("unknown language " + name + "; known are", code_languages());
  }
  if (!strong || has_strong_form(language)) return {};
  return refuse("language " + name + " has no strong normalization; it exists for",
                strong_languages());
}

std::uint32_t code_version(std::string_view argument) {
  return code_argument(argument).strong ? kStrongVersion : kCodeVersion;
}

std::string_view code_comparison_class(std::string_view argument) {
  static const std::vector<std::string> kStrongClasses = strong_classes();
  const auto [language, strong] = code_argument(argument);
  const Language* table = find_language(language);
  if (table == nullptr) return {};
  if (!strong) return family_of(*table);
  return kStrongClasses[std::ranges::find(languages(), table) - languages().begin()];
}

std::vector<std::string_view> code_languages() {
  std::vector<std::string_view> names;
  for (const Language* language : languages()) names.push_back(language->name);
  return names;
}

std::vector<std::string_view> strong_languages() {
  std::vector<std::string_view> names = code_languages();
  std::erase_if(names, [](std::string_view name) { return !has_strong_form(name); });
  return names;
}

std::string dump_tokens(std::string_view argument, std::string_view text) {
  const auto [language, strong] = code_argument(argument);
  const Language* table = find_language(language);
  if (table == nullptr) return {};
  std::string out;
  LineCounter lines(text);
  lex_by(*table, strong, within_limit(text), [&](const Token& token) {
    out += class_name(token.kind);
    out += '\t';
    if (!is_block(token.kind)) out += one_line(text.substr(token.begin, token.end - token.begin));
    out += '\t';
    out += lines.place(token.begin);
    out += '\n';
  });
  return out;
}

}  // namespace whorl::internal::tokens::code
