// Language: all that the lexer knows about one programming language, as data.
//
// A new language is one such value in a file of tables/ and one row in languages.cc. Lists of words
// are separated by blanks. An empty field has its default: letters, digits, `_` and all bytes from
// 0x80 make identifiers; any other visible byte is an operator; control bytes are blanks.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "tokens/code/statement_words.h"

namespace whorl::internal::tokens::code {

enum class Piece : std::uint8_t {
  comment,
  string,
  character,
  operation,  // an operator that looks like the start of something else
  name,       // a name that looks like the start of something else
};

enum class Form : std::uint8_t {
  none,       // an unused row
  enclosed,   // open … close
  line,       // open … end of line
  tagged,     // open tag middle … close tag end: R"x(…)x", r##"…"##, [==[…]==], $t$…$t$
  heredoc,    // open tag; the body begins on the next line and ends at a line that is the tag
  chosen,     // open, then a delimiter of the writer's choice: q{…}, %w[…], ~r/…/, s/…/…/
  quoted,     // open, a delimiter of the writer's choice … its partner, close: q'[…]'
  character,  // one character or escape, and close; other text is no literal
  named,      // open, then one character, or a name when `names`: #\space, $a, 0'a
  regex,      // open … close on one line; a bracketed class may contain the close
  exact,      // only open
  code,       // open, then code to the bracket that closes the one in `open`: #[…]
};

// Where a piece may begin.
enum class Where : std::uint8_t {
  anywhere,
  line_start,         // only blanks before it on its line
  statement,          // … and no operator or open bracket at the end of the line before
  column_one,         // nothing before it on its line
  command_start,      // at a line's start, after `;`, or after `{` with blanks on both sides
  after_blank,        // at a line's start, after a blank or after one of ; ( ) | &
  apart,              // at a line's start, after a blank or after one of ; { }
  not_after_operand,  // not after an identifier, a literal or a closing bracket
  argument,           // … but after a name with a blank between and none after the opener
  not_touching,       // not right after an operand or a keyword
  detached,           // not after an operand, nor right after a keyword
  free,               // not right after an operand
  word_start,         // at a line's start, after a blank, one of ; ( { or a comparison
  word,               // a complete word: not after a sign that makes it a name
};

struct Delimited {
  Piece piece = Piece::comment;
  Form form = Form::none;
  std::string_view open = {};
  std::string_view close = {};  // empty means the end of the file
  Where where = Where::anywhere;
  char escape = 0;         // removes the next byte's meaning
  bool doubled = false;    // close twice is one close inside the string
  bool multiline = false;  // otherwise the end of the line ends it
  bool nested = false;
  bool names = false;     // named: letters after the first belong to it
  bool loose = false;     // heredoc: blanks before the tag
  bool words = false;     // heredoc: a tag is any word of a shell
  bool indented = false;  // heredoc: blanks before the closing tag, always
  bool tail = false;      // heredoc: code may follow the closing tag on its line
  bool alone = false;     // open and close are alone on their lines
  bool to_end = false;    // the end of the text also ends it
  bool classes = false;   // regex: a bracketed class may contain the close
  bool greedy = false;    // quotes before the close belong to the string
  bool dialect = false;   // only in texts with a mark of Language::dialect
  bool standard = false;  // only in texts without one
  bool strings = false;   // comment: "…" inside may contain the close
  // Tagged: the tag is a word; it is not empty and does not begin with a digit.
  bool single = false;
  bool spliced = false;    // line: a backslash before the line's end continues it
  std::uint8_t parts = 1;  // chosen: 2 for s/…/…/
  // Interpolations, for example "${": code up to the partner of its bracket. The longest comes
  // first.
  std::string_view holes = {};
  bool doubled_hole = false;       // a hole's opener twice is text
  char head_end = 0;               // enclosed: the opener's line ends with this
  char spec = 0;                   // in a hole, outside of brackets, what follows this is text
  char mute = 0;                   // in a hole of `{`: this quote opens nothing …
  std::string_view unmuted = {};   // … unless one of these bytes follows the name
  std::string_view tag = {};       // tagged: bytes of a tag; empty: those of identifiers
  std::string_view middle = {};    // tagged: between the tag and the content
  std::string_view end = {};       // tagged: after the closing tag
  std::string_view marks = {};     // heredoc: before the tag, allow blanks before the closing tag
  std::string_view prefixes = {};  // only with one of these words touching `open`; `*`: any
  std::string_view unless = {};    // bytes around the opener that change its meaning
  std::string_view ends_before = {};  // line: this also ends it
};

constexpr std::size_t kMaxDelimited = 44;

struct Language {
  std::string_view name = {};     // the argument of `code:`
  std::string_view title = {};    // as people write it
  std::string_view aliases = {};  // other names that --language accepts
  std::string_view family = {};   // comparison class; the name if empty

  std::string_view extensions = {};  // without the dot, lower case; other languages may share them
  std::string_view file_names = {};  // complete names, lower case
  std::string_view interpreters = {};  // of a #! line

  // Words that indicate this language if several languages share the extension.
  std::string_view clues = {};

  bool fold_case = false;
  bool capitals = false;  // a name in upper case is of another class: constructors, variables
  std::string_view identifier_start = {};  // beyond letters, `_` and bytes from 0x80
  std::string_view identifier_part = {};   // beyond those and digits
  std::string_view sigils = {};            // before an identifier they are part of it: $x, @@y
  char directive = 0;                      // first on a line, it joins the next word: # define
  std::string_view keywords = {};
  std::string_view operators = {};  // of two or more bytes; the longest wins

  std::string_view number_part = {};      // inside a number before a letter or digit: 1'000, 16#ff
  bool point_ends = false;                // a point not followed by a digit ends a clause
  std::string_view number_prefixes = {};  // before a letter or digit: $ff, &Hff, #xff
  // Before a quote they are part of it: rb"", u8""; `*` means any word.
  std::string_view string_prefixes = {};
  std::array<Delimited, kMaxDelimited> delimited = {};

  char code_escape = 0;  // outside of literals: removes the next byte's meaning
  // Marks in a text that enable rows with `dialect`. `^` is the beginning of a line.
  std::string_view dialect = {};
  std::string_view weak_dialect = {};  // the same, unless the text has one of these:
  std::string_view other_dialect = {};
  std::string_view name_signs = {};     // operators and keywords after which a word is a name
  std::string_view operand_words = {};  // keywords that are operands
  std::string_view guards = {};         // keywords: no operand ends at their closing parenthesis
  std::string_view unpaired = {};       // the two keywords around single `)`: case, esac
  std::string_view command_words = {};  // keywords after which a command begins
  // Operators of two parentheses, inside which `<<` is no heredoc.
  std::string_view arithmetic = {};
  bool jsx = false;                      // elements of XML among expressions
  bool splices_lines = false;            // a backslash before the line's end joins lines
  bool line_statements = false;          // the first token of a line follows no operand
  bool indents = false;                  // emit indent and dedent
  std::uint8_t continuation_column = 0;  // from 1: a mark there continues the line before
  char continuation_mark = 0;          // 0 means any but a blank and `0`, as in fixed-form Fortran
  std::string_view starts_after = {};  // code begins after the first of these that occurs

  // Noise: tokens that are easy to change and do not affect the program.
  std::string_view dropped = {};  // keywords and operators that give no symbol
  // A statement that begins with one is left out up to `;` or the line end.
  std::string_view skipped = {};
  bool skips_parenthesised = false;  // … also when a parenthesis follows the word
  char annotation = 0;               // it is left out with the name and arguments after it
  // Groups of words that give one symbol, that of the first word. Groups end with `;`.
  std::string_view alike = {};

  const StatementWords* statements = nullptr;  // null: the language has no strong normal form
};

constexpr Delimited line_comment(std::string_view open, Where where = Where::anywhere) {
  return {.piece = Piece::comment, .form = Form::line, .open = open, .where = where};
}

// A backslash before the line's end continues it.
constexpr Delimited spliced_comment(std::string_view open, Where where = Where::anywhere) {
  Delimited d = line_comment(open, where);
  d.spliced = true;
  return d;
}

constexpr Delimited block_comment(std::string_view open, std::string_view close,
                                  Where where = Where::anywhere) {
  return {.piece = Piece::comment,
          .form = Form::enclosed,
          .open = open,
          .close = close,
          .where = where,
          .multiline = true};
}

constexpr Delimited nested_comment(std::string_view open, std::string_view close,
                                   Where where = Where::anywhere) {
  Delimited d = block_comment(open, close, where);
  d.nested = true;
  return d;
}

// "…" on one line with backslash escapes.
constexpr Delimited string(std::string_view quote, std::string_view holes = {}) {
  return {.piece = Piece::string,
          .form = Form::enclosed,
          .open = quote,
          .close = quote,
          .escape = '\\',
          .holes = holes};
}

// "…" over lines with backslash escapes.
constexpr Delimited long_string(std::string_view open, std::string_view close,
                                std::string_view holes = {}) {
  return {.piece = Piece::string,
          .form = Form::enclosed,
          .open = open,
          .close = close,
          .escape = '\\',
          .multiline = true,
          .holes = holes};
}

// "…" over lines without escapes.
constexpr Delimited raw_string(std::string_view open, std::string_view close) {
  return {.piece = Piece::string,
          .form = Form::enclosed,
          .open = open,
          .close = close,
          .multiline = true};
}

// A name that may contain any byte: `is`.
constexpr Delimited quoted_name(std::string_view quote) {
  return {.piece = Piece::name, .form = Form::enclosed, .open = quote, .close = quote};
}

// '…''…' on one line: a doubled quote is a quote.
constexpr Delimited doubled_string(std::string_view quote, Where where = Where::anywhere) {
  return {.piece = Piece::string,
          .form = Form::enclosed,
          .open = quote,
          .close = quote,
          .where = where,
          .doubled = true};
}

// 'a', 'ab', '\n' if the quote has no other use.
constexpr Delimited character(std::string_view quote) {
  Delimited d = string(quote);
  d.piece = Piece::character;
  return d;
}

// 'a' or '\n' if a quote may also mean something else.
constexpr Delimited short_character(std::string_view quote, Where where = Where::anywhere) {
  return {.piece = Piece::character,
          .form = Form::character,
          .open = quote,
          .close = quote,
          .where = where,
          .escape = '\\'};
}

// #\space, \newline ($a, 0'a without `names`).
constexpr Delimited named_character(std::string_view open, bool names,
                                    Where where = Where::anywhere) {
  return {.piece = Piece::character,
          .form = Form::named,
          .open = open,
          .where = where,
          .escape = names ? '\0' : '\\',
          .names = names};
}

constexpr Delimited tagged_string(std::string_view open, std::string_view tag,
                                  std::string_view middle, std::string_view close,
                                  std::string_view end) {
  return {.piece = Piece::string,
          .form = Form::tagged,
          .open = open,
          .close = close,
          .multiline = true,
          .tag = tag,
          .middle = middle,
          .end = end};
}

constexpr Delimited heredoc(std::string_view open, std::string_view marks = {}) {
  return {.piece = Piece::string, .form = Form::heredoc, .open = open, .marks = marks};
}

constexpr Delimited chosen_string(std::string_view open, std::string_view holes = {},
                                  Where where = Where::anywhere) {
  return {.piece = Piece::string,
          .form = Form::chosen,
          .open = open,
          .where = where,
          .escape = '\\',
          .multiline = true,
          .holes = holes};
}

constexpr Delimited regex_literal(Where where = Where::not_after_operand) {
  return {.piece = Piece::string,
          .form = Form::regex,
          .open = "/",
          .close = "/",
          .where = where,
          .escape = '\\'};
}

// Only if one of `prefixes` is directly before the quote, as in f"…".
constexpr Delimited prefixed(Delimited d, std::string_view prefixes) {
  d.prefixes = prefixes;
  return d;
}

// An operator or a name that looks like the start of something else.
constexpr Delimited exact(Piece piece, std::string_view open, Where where = Where::anywhere) {
  return {.piece = piece, .form = Form::exact, .open = open, .where = where};
}

// #[…]: code up to the partner of the bracket; it is left out.
constexpr Delimited attribute(std::string_view open) {
  return {.piece = Piece::comment, .form = Form::code, .open = open, .multiline = true};
}

// All tables, in the order of the list in languages.cc.
std::span<const Language* const> languages();

// By name or alias, in any case; nullptr if there is none.
const Language* find_language(std::string_view name);

}  // namespace whorl::internal::tokens::code
