// Scanner: turns source text into tokens without comments and layout.
//
// One pass, no recursion: interpolations are on a bounded stack. A comment or literal that never
// ends is read again as code, at most a few times the text in total. So the time is linear for any
// text.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tokens/code/compiled_language.h"
#include "tokens/code/heredocs.h"
#include "tokens/code/jsx.h"
#include "tokens/code/literals.h"
#include "tokens/code/parentheses.h"
#include "tokens/code/token.h"

namespace whorl::internal::tokens::code {

// Unclosed: literals and comments that never end, and the cost of reading them for nothing.
//
// A piece that is still open at the end of the text is read again as code. Two rules keep that
// linear: a closer that is known to be missing is not searched for again, and all failed searches
// together read at most a few times the text.

// A piece that begins at `offset` and never ends.
struct Notice {
  std::size_t offset = 0;
  std::string_view what;     // "string", "comment", "here document", "interpolation", "attribute"
  std::string_view read_as;  // "code", or "text" if the string around it ends
};

class Unclosed {
 public:
  explicit Unclosed(std::size_t text_size) : text_size_(text_size) { none_after_.fill(text_size); }

  // True if a search for the end of the piece that begins at `at` may succeed and is within the
  // limit.
  bool may_close(const Row& row, std::size_t at) const {
    return at < none_after_[row.number] && (is_simple(row) || affordable());
  }
  bool affordable() const { return wasted_ <= kMostRereads * text_size_; }

  // A search from `at` for the end of a piece of `row` reached the end of the text.
  void search_failed(const Row& row, std::size_t at) {
    if (is_simple(row)) {
      none_after_[row.number] = at;
    } else {
      waste(text_size_ - at);
    }
  }
  // Bytes that will be read again.
  void waste(std::size_t bytes) { wasted_ += bytes; }

  void note(std::size_t offset, std::string_view what, std::string_view read_as = "code") {
    ++count_;
    if (notices_.size() < kMostNotices) notices_.push_back({offset, what, read_as});
  }

  // Forgets all notices after the first `count`, because their text is read again.
  void forget_after(std::size_t count) {
    count_ = count;
    if (notices_.size() > count) notices_.resize(count);
  }

  std::size_t wasted() const { return wasted_; }
  // The first notices, and the number of all.
  const std::vector<Notice>& notices() const { return notices_; }
  std::size_t count() const { return count_; }

 private:
  static constexpr std::size_t kMostRereads = 4;
  static constexpr std::size_t kMostNotices = 8;

  // If no closer follows one opener, none follows a later one.
  static bool is_simple(const Row& row) {
    const Delimited& d = *row.delimited;
    return d.form == Form::enclosed && !d.nested;
  }

  std::size_t text_size_;
  std::array<std::size_t, kMaxDelimited> none_after_;  // by row
  std::size_t wasted_ = 0;
  std::vector<Notice> notices_;
  std::size_t count_ = 0;
};

class Scanner {
 public:
  // `text` is shorter than 4 GiB and outlives the scanner.
  Scanner(const CompiledLanguage& language, std::string_view text);

  // The next token; false at the end.
  bool next(Token& token);

  // The beginning of the line of the last token that was first on its line.
  std::size_t line_begin() const { return state_.line_begin; }

  // Pieces that never end in the text read so far.
  const Unclosed& unclosed() const { return unclosed_; }

 private:
  enum class Found : std::uint8_t {
    nothing,
    token,
    more,  // a comment, or the beginning of an interpolation: the scan continues at p_
  };

  // The state that determines the meaning of the next byte.
  struct State {
    std::size_t line_begin = 0;
    std::size_t last_begin = 0;  // of the last token
    std::size_t last_end = 0;
    TokenClass last_kind = TokenClass::operation;
    char last_byte = 0;
    std::uint16_t last_flags = 0;
    bool first_on_line = true;     // no token yet on this line
    bool guard_closed = false;     // the last token closed the parenthesis of a guard
    bool member = false;           // the last token is a word after a sign that makes it a name
    std::uint32_t arithmetic = 0;  // open parentheses of shell arithmetic
    Parentheses parentheses = {};
  };

  // A piece that is being read.
  struct Opened {
    OpenPiece piece;
    std::size_t begin = 0;        // of the opener
    std::size_t token_begin = 0;  // … with its prefix
  };

  // A piece with an interpolation that is being read.
  struct Nest : Opened {
    Nest(const Opened& opened, const State& state) : Opened(opened), before(state) {}

    State before;
    char open = 0, close = 0;          // brackets of the interpolation
    std::uint32_t depth = 0;           // of them
    std::uint32_t others = 0;          // of other brackets
    std::uint32_t unpaired = 0;        // open `case`s
    std::uint32_t unpaired_depth = 0;  // where the first began
    bool in_spec = false;
    char mute = 0;
  };

  // Blanks, words and operators.
  bool scan(Token& token);
  void skip_blanks();
  void begin_line();
  void pass_continuation_mark();
  bool splice();
  bool scan_escaped(Token& token);
  bool allowed(const Delimited& d) const;
  bool begins_command() const;
  bool is_argument(std::size_t after) const;
  bool after_operand() const;
  bool applies(const Delimited& d) const;
  bool scan_directive(Token& token);  // call it only if first_on_line
  bool scan_sigil(Token& token);
  bool scan_prefixed_string(std::size_t quote, Token& token, Found& found);
  Found scan_word(Token& token);
  void scan_operator(Token& token);
  const Word* long_operator(std::uint8_t first) const;
  bool follow_parentheses(char c);
  void follow_arithmetic(const Token& token);
  std::size_t identifier_end(std::size_t p) const;
  std::size_t identifier_end_after_wide(std::size_t p) const;
  void finish(Token& token, TokenClass kind, std::size_t end, std::uint32_t symbol,
              std::uint16_t flags = 0);
  void finish_word(Token& token, std::size_t end, const Word* word);
  void finish_piece(Token& token, Piece piece, std::size_t end);

  // Numbers.
  bool scan_prefixed_number(Token& token);
  void finish_number(Token& token, std::size_t end);
  std::size_t number_end(std::size_t p) const;
  bool takes_point(std::size_t p) const;

  // Comments, characters, strings and here documents.
  Found scan_delimited(Token& token);
  Found scan_row(const Row& row, Token& token);
  Found scan_heredoc(const Delimited& d, Token& token);
  bool scan_body(Token& token);
  Found read_on(Opened& open, std::size_t p, Token& token);
  Found close_piece(const Opened& open, std::size_t end, Token& token);
  Found read_as_operator(const Opened& open, Token& token);
  std::size_t after_bodies(std::size_t line);

  // Code inside strings.
  void enter_hole(const Opened& opened, std::string_view hole, std::size_t p);
  bool follow_nest(Token& token);
  bool follow_brackets(Token& token);
  void follow_words(const Token& token);
  bool leave_hole(std::size_t p, Token& token);
  bool read_spec(Token& token);
  void abandon();

  [[gnu::always_inline]] std::uint8_t bytes(std::size_t p) const {
    return language_.bytes[static_cast<std::uint8_t>(text_[p])];
  }
  char at(std::size_t p) const { return p < text_.size() ? text_[p] : '\0'; }

  static constexpr std::size_t kDeepest = 128;  // interpolations in one another

  const CompiledLanguage& language_;
  std::string_view text_;
  const char code_escape_;
  std::size_t p_ = 0;
  State state_;
  std::string_view prefix_;  // directly before the quote at p_
  std::size_t prefix_begin_ = 0;
  bool dialect_ = false;           // the text has a mark of Language::dialect
  bool at_command_ = false;        // the last `case` or `esac` was at the beginning of a command
  bool body_due_ = false;          // bodies of here documents begin at p_
  std::vector<Heredoc> heredocs_;  // their bodies begin on the next line
  HeredocLines heredoc_lines_;
  std::vector<Nest> nests_;
  std::vector<Heredoc> heredocs_before_;  // before the first nest
  std::size_t notices_before_ = 0;        // before the first nest
  std::size_t plain_at_ = kNoMatch;       // the opener here has no interpolations
  Unclosed unclosed_;
  Jsx jsx_;
};

inline bool Scanner::next(Token& token) {
  for (;;) {
    if (!scan(token)) {
      if (nests_.empty()) return false;
      abandon();
    } else if (nests_.empty() || follow_nest(token)) {
      return true;
    }
  }
}

[[gnu::always_inline]] inline void Scanner::finish(Token& token, TokenClass kind, std::size_t end,
                                                   std::uint32_t symbol, std::uint16_t flags) {
  token = {.kind = kind,
           .first_on_line = state_.first_on_line,
           .flags = flags,
           .symbol = symbol,
           .begin = static_cast<std::uint32_t>(p_),
           .end = static_cast<std::uint32_t>(end)};
  state_.member = (state_.last_flags & kNameSign) != 0;
  state_.last_kind = kind;
  state_.last_flags = flags;
  state_.last_byte = text_[end - 1];
  state_.guard_closed = false;
  state_.first_on_line = false;
  state_.last_begin = p_;
  state_.last_end = end;
  p_ = end;
}

}  // namespace whorl::internal::tokens::code
