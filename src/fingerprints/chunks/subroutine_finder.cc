#include "fingerprints/chunks/subroutine_finder.h"

#include <algorithm>
#include <array>

#include "tokens/code/language_table.h"
#include "tokens/symbol.h"

namespace whorl::internal::chunks {
namespace {

using tokens::symbol_of;
using tokens::code::find_language;

enum class Style : std::uint8_t {
  c,       // class, struct, union and enum may occur in the header of a function
  braces,  // they never do
  indented,
};

struct Grammar {
  std::string_view language;
  Style style;
};

constexpr Grammar kGrammars[] = {
    {"c", Style::c},
    {"cpp", Style::c},
    {"java", Style::braces},
    {"csharp", Style::braces},
    {"kotlin", Style::braces},
    {"javascript", Style::braces},
    {"go", Style::braces},
    {"typescript", Style::braces},
    {"rust", Style::braces},
    {"swift", Style::braces},
    {"dart", Style::braces},
    {"php", Style::braces},
    {"python", Style::indented},
};

const Grammar* grammar_of(std::string_view language) {
  const tokens::code::Language* table = find_language(language);
  if (table == nullptr) return nullptr;
  const auto row = std::ranges::find(kGrammars, table->name, &Grammar::language);
  return row == std::end(kGrammars) ? nullptr : row;
}

template <std::size_t n>
std::array<std::uint32_t, n> symbols_of(const std::string_view (&words)[n]) {
  std::array<std::uint32_t, n> out;
  std::ranges::transform(words, out.begin(), symbol_of);
  return out;
}

bool is_one_of(std::span<const std::uint32_t> set, std::uint32_t symbol) {
  return std::ranges::find(set, symbol) != set.end();
}

// Words before a parenthesis and a brace that do not make a function.
bool opens_a_statement(std::uint32_t symbol) {
  static const auto kWords = symbols_of({"if", "for", "foreach", "while", "switch", "catch", "with",
                                         "match", "when", "guard", "namespace", "extension"});
  return is_one_of(kWords, symbol);
}

bool opens_a_type(std::uint32_t symbol) {
  static const auto kWords = symbols_of({"class", "struct", "union", "enum", "interface", "trait",
                                         "impl", "object", "record", "protocol", "mixin"});
  return is_one_of(kWords, symbol);
}

bool begins_a_function(std::uint32_t symbol) {
  static const auto kWords = symbols_of({"function", "func", "fun", "fn"});
  return is_one_of(kWords, symbol);
}

struct Punctuation {
  std::uint32_t round = symbol_of("("), round_end = symbol_of(")");
  std::uint32_t square = symbol_of("["), square_end = symbol_of("]");
  std::uint32_t brace = symbol_of("{"), brace_end = symbol_of("}");
  std::uint32_t colon = symbol_of(":"), comma = symbol_of(","), semicolon = symbol_of(";");
  std::uint32_t equals = symbol_of("="), arrow = symbol_of("=>");
  std::uint32_t indent = symbol_of("\x01indent");
  std::uint32_t dedent = symbol_of(
      "\x01"
      "dedent");
  std::uint32_t def = symbol_of("def"), async = symbol_of("async");

  bool opens(std::uint32_t t) const { return t == round || t == square || t == brace; }
  bool closes(std::uint32_t t) const { return t == round_end || t == square_end || t == brace_end; }
};

const Punctuation& punctuation() {
  static const Punctuation kPunctuation;
  return kPunctuation;
}

// True if a line ends between token i - 1 and the end of token i, i ≥ 1.
bool begins_a_line(const TokenText& text, std::uint32_t i) {
  const std::uint64_t from = text.origin.bytes(i - 1, i).end;
  const std::uint64_t to = text.origin.bytes(i, i + 1).end;
  return text.text.substr(from, to - from).find_first_of("\r\n") != std::string_view::npos;
}

// Functions in braces: a brace after a header that contains a parenthesised list. Functions are
// also searched for inside all other braces (of types, namespaces, initializers, statements outside
// of functions).
class BraceFinder {
 public:
  BraceFinder(const TokenText& text, std::span<const std::uint32_t> paragraph, Style style)
      : text_(text),
        paragraph_(paragraph),
        style_(style),
        directive_(find_language(text.argument)->directive) {}

  std::vector<TokenRange> run() {
    const auto n = static_cast<std::uint32_t>(text_.tokens.size());
    for (std::uint32_t i = 0; i < n; ++i) {
      if (in_directive(i)) continue;
      if (depth_ > 0) {
        follow_body(i);
      } else {
        follow_header(i);
      }
    }
    if (depth_ > 0) found_.push_back({begin_, n});
    return std::move(found_);
  }

 private:
  // The state since a bracket opened, and since a header may have begun in it.
  struct Level {
    std::uint32_t bracket = 0;
    std::uint32_t header = 0;
    std::uint32_t paragraph = 0;
    bool called = false;  // the header contains a parenthesised list
    bool other = false;   // the header is not that of a function
  };

  void restart(Level& level, std::uint32_t i) const {
    level.header = i;
    level.paragraph = i < paragraph_.size() ? paragraph_[i] : level.paragraph;
    level.called = level.other = false;
  }

  // Directives may contain any braces. They end at a line end without a backslash before it.
  bool in_directive(std::uint32_t i) {
    if (directive_ == 0) return false;
    const std::uint64_t begin = text_.origin.bytes(i, i + 1).begin;
    if (begin < directive_end_) return true;
    if (begin < text_.text.size() && text_.text[begin] == directive_) {
      directive_end_ = end_of_directive(begin);
      after_directive_ = true;
      return true;
    }
    if (after_directive_ && depth_ == 0) restart(levels_.back(), i);
    after_directive_ = false;
    return false;
  }

  std::uint64_t end_of_directive(std::uint64_t begin) const {
    std::size_t end = text_.text.find('\n', begin);
    while (end != std::string_view::npos) {
      const bool returns = end > 0 && text_.text[end - 1] == '\r';
      const std::size_t last = end - (returns ? 2 : 1);
      if (last >= text_.text.size() || text_.text[last] != '\\') return end;
      end = text_.text.find('\n', end + 1);
    }
    return text_.text.size();
  }

  void follow_body(std::uint32_t i) {
    const std::uint32_t token = text_.tokens[i];
    if (token == mark_.brace) ++depth_;
    if (token != mark_.brace_end || --depth_ > 0) return;
    found_.push_back({begin_, i + 1});
    restart(levels_.back(), i + 1);
  }

  void follow_header(std::uint32_t i) {
    const std::uint32_t token = text_.tokens[i];
    Level& level = levels_.back();
    if (token == mark_.brace) {
      open_brace(i);
      return;
    }
    if (paragraph_[i] != level.paragraph) restart(level, i);
    if (token == mark_.round || token == mark_.square) {
      open(token, i);
    } else if (mark_.closes(token)) {
      close(token, i);
    } else if (token == mark_.semicolon || (token == mark_.comma && is_list(level))) {
      restart(level, i + 1);
    } else if (begins_a_function(token) && (!level.called || begins_a_line(text_, i))) {
      restart(level, i);
    } else if (!level.called) {
      level.other |= opens_a_statement(token) || (style_ != Style::c && opens_a_type(token));
    }
  }

  bool is_list(const Level& level) const {
    return level.bracket == mark_.round || level.bracket == mark_.square;
  }

  void open(std::uint32_t bracket, std::uint32_t i) {
    levels_.push_back({bracket});
    restart(levels_.back(), i + 1);
  }

  void open_brace(std::uint32_t i) {
    const Level& level = levels_.back();
    const std::uint32_t before = i > level.header ? text_.tokens[i - 1] : 0;
    const bool function = (level.called && !level.other && before != mark_.equals) ||
                          (before == mark_.arrow && !level.other);
    if (!function) {
      open(mark_.brace, i);
      return;
    }
    begin_ = level.header;
    depth_ = 1;
  }

  // Also closes brackets that are open inside, because code may be incomplete.
  void close(std::uint32_t token, std::uint32_t i) {
    const std::uint32_t opener = token == mark_.round_end    ? mark_.round
                                 : token == mark_.square_end ? mark_.square
                                                             : mark_.brace;
    const auto is_it = [&](const Level& level) { return level.bracket == opener; };
    const auto found = std::find_if(levels_.rbegin(), levels_.rend(), is_it);
    if (found == levels_.rend()) return;
    levels_.erase(found.base() - 1, levels_.end());
    if (token == mark_.round_end) levels_.back().called = true;
    if (token == mark_.brace_end) restart(levels_.back(), i + 1);
  }

  const TokenText& text_;
  std::span<const std::uint32_t> paragraph_;
  const Style style_;
  const char directive_;
  const Punctuation& mark_ = punctuation();
  std::uint64_t directive_end_ = 0;
  bool after_directive_ = false;
  std::vector<Level> levels_ = {{}};
  std::uint32_t begin_ = 0;  // of the open function
  std::uint64_t depth_ = 0;  // open braces in it
  std::vector<TokenRange> found_;
};

// Functions by indentation: from `def` to the end of the block, or of the line.
class IndentFinder {
 public:
  explicit IndentFinder(const TokenText& text) : text_(text) {}

  std::vector<TokenRange> run() {
    const auto n = static_cast<std::uint32_t>(text_.tokens.size());
    for (std::uint32_t i = 0; i < n; ++i) {
      if (ends_before(i)) finish(i);
      follow(i);
    }
    if (state_ != State::outside) finish(n);
    return std::move(found_);
  }

 private:
  enum class State : std::uint8_t { outside, header, line, block };

  // True if the function has no block, and its line ended before token i.
  bool ends_before(std::uint32_t i) {
    if (state_ != State::line || brackets_ > 0) return false;
    if (text_.tokens[i] == mark_.indent && i == after_colon_) return false;
    return begins_a_line(text_, i);
  }

  void finish(std::uint32_t end) {
    found_.push_back({begin_, end});
    state_ = State::outside;
  }

  void follow(std::uint32_t i) {
    const std::uint32_t token = text_.tokens[i];
    switch (state_) {
      case State::outside:
        if (token == mark_.def) begin(i);
        return;
      case State::header:
      case State::line:
        if (mark_.opens(token)) ++brackets_;
        if (mark_.closes(token)) --brackets_;
        if (state_ == State::line && token == mark_.indent) enter();
        if (state_ == State::header && token == mark_.colon && brackets_ <= 0) {
          state_ = State::line;
          after_colon_ = i + 1;
        }
        return;
      case State::block:
        if (token == mark_.indent) ++depth_;
        if (token == mark_.dedent && --depth_ == 0) finish(i + 1);
    }
  }

  void begin(std::uint32_t i) {
    const bool is_async = i > 0 && text_.tokens[i - 1] == mark_.async;
    begin_ = is_async ? i - 1 : i;
    brackets_ = 0;
    state_ = State::header;
  }

  void enter() {
    state_ = State::block;
    depth_ = 1;
  }

  const TokenText& text_;
  const Punctuation& mark_ = punctuation();
  State state_ = State::outside;
  std::uint32_t begin_ = 0;
  std::uint32_t after_colon_ = 0;
  std::int64_t brackets_ = 0;
  std::int64_t depth_ = 0;
  std::vector<TokenRange> found_;
};

}  // namespace

bool has_subroutines(std::string_view language) { return grammar_of(language) != nullptr; }

std::string languages_with_subroutines() {
  std::string list;
  for (const Grammar& row : kGrammars)
    list += (list.empty() ? "" : ", ") + std::string(row.language);
  return list;
}

std::vector<TokenRange> find_subroutines(const TokenText& text,
                                         std::span<const std::uint32_t> paragraph) {
  const Style style = grammar_of(text.argument)->style;
  if (style == Style::indented) return IndentFinder(text).run();
  return BraceFinder(text, paragraph, style).run();
}

}  // namespace whorl::internal::chunks
