#include "canon/code/code.h"

#include <algorithm>
#include <array>
#include <limits>

#include "canon/code/lexer.h"

namespace whorl::internal::canon::code {
namespace {

// Positions are 32 bits wide; readers split what is longer.
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
  std::string place(std::size_t offset) {
    for (; at_ < offset; ++at_) {
      if (text_[at_] != '\n') continue;
      ++line_;
      line_begin_ = at_ + 1;
    }
    return std::to_string(line_) + ':' + std::to_string(offset - line_begin_ + 1);
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

void add(const Token& token, Spans& spans) {
  spans.begin.push_back(token.begin);
  spans.length.push_back(token.end - token.begin);
}

void add(const Token& token, PackedSpans& spans) { spans.add(token.begin, token.end); }

template <class Places>
Canon lexed(const Language& language, std::string_view text) {
  Tokens symbols;
  Places places;
  // Most programs have fewer tokens; what is too much costs no page that is not written.
  const std::size_t expected = text.size() / 4;
  symbols.reserve(expected);
  reserve(expected, places);
  lex(compiled(language), text, [&](const Token& token) {
    symbols.push_back(token.symbol);
    add(token, places);
  });
  return {std::move(symbols), Origin(std::move(places))};
}

}  // namespace

Canon canonicalize_code(const read::Viewable& document, std::string_view language) {
  const Language* table = find_language(language);
  if (table == nullptr) return {Tokens{}, Origin(Spans{})};
  // No program that people write is as long. A few bytes a token are then more than the text.
  constexpr std::size_t kLong = 16 << 20;
  const std::string_view text = within_limit(document.text);
  if (text.size() > kLong) return lexed<PackedSpans>(*table, text);
  return lexed<Spans>(*table, text);
}

Result<void> check_code(std::string_view language) {
  if (find_language(language) != nullptr) return {};
  std::string message = "unknown language ";
  message.append(language).append("; known are");
  for (const std::string_view name : code_languages()) message.append(" ").append(name);
  return fail(ErrorCode::invalid_argument, std::move(message));
}

std::string_view code_comparison_class(std::string_view language) {
  const Language* table = find_language(language);
  if (table == nullptr) return {};
  return table->family.empty() ? table->name : table->family;
}

std::vector<std::string_view> code_languages() {
  std::vector<std::string_view> names;
  for (const Language* language : languages()) names.push_back(language->name);
  return names;
}

std::string dump_tokens(std::string_view language, std::string_view text) {
  const Language* table = find_language(language);
  if (table == nullptr) return {};
  std::string out;
  LineCounter lines(text);
  lex(compiled(*table), within_limit(text), [&](const Token& token) {
    out += class_name(token.kind);
    out += '\t';
    if (!is_block(token.kind)) out += one_line(text.substr(token.begin, token.end - token.begin));
    out += '\t';
    out += lines.place(token.begin);
    out += '\n';
  });
  return out;
}

}  // namespace whorl::internal::canon::code
