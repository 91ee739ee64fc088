// Scanner: comments, literals and here documents.
#include <algorithm>

#include "canon/code/blanks.h"
#include "canon/code/scanner.h"
#include "canon/symbol.h"

namespace whorl::internal::canon::code {
namespace {

// Whether the end of such a piece is searched for beyond a line.
bool searches(const Delimited& d) {
  switch (d.form) {
    case Form::enclosed:
    case Form::tagged:
    case Form::chosen:
    case Form::quoted:
    case Form::code:
      return true;
    default:
      return false;
  }
}

std::string_view name_of(const Delimited& d) {
  if (d.form == Form::code) return "attribute";
  return d.piece == Piece::comment ? "comment" : "string";
}

}  // namespace

Scanner::Found Scanner::scan_delimited(Token& token) {
  const std::uint8_t first = static_cast<std::uint8_t>(text_[p_]);
  const char second = at(p_ + 1);
  for (std::size_t i = language_.row_begin[first]; i < language_.row_begin[first + 1]; ++i) {
    const Row& row = language_.rows[i];
    const Delimited& d = *row.delimited;
    const std::size_t size = d.open.size();
    if (size > 1 && d.open[1] != second) continue;
    if (size > 2 && text_.compare(p_, size, d.open) != 0) continue;
    if (!applies(d) || !allowed(d)) continue;
    const Found found = d.form == Form::heredoc ? scan_heredoc(d, token) : scan_row(row, token);
    if (found != Found::nothing) return found;
  }
  return Found::nothing;
}

// The opener of `row` is at p_.
Scanner::Found Scanner::scan_row(const Row& row, Token& token) {
  const Delimited& d = *row.delimited;
  Opened open;
  open.begin = p_;
  open.token_begin = prefix_.empty() ? p_ : prefix_begin_;
  const std::size_t content = open_piece(row, text_, p_, language_, open.piece);
  if (content == kNoMatch) return Found::nothing;
  if (searches(d) && !unclosed_.may_close(row, p_)) return read_as_operator(open, token);
  if (d.form != Form::code) return read_on(open, content, token);
  if (p_ == plain_at_ || nests_.size() >= kDeepest) return read_as_operator(open, token);
  enter_hole(open, d.open, content);
  return Found::more;
}

// Reads the content of a piece from `p` on, to its end or to its next interpolation.
Scanner::Found Scanner::read_on(Opened& open, std::size_t p, Token& token) {
  const Row& row = *open.piece.row;
  const bool resumed = p != open.piece.opener_end;
  const bool plain = open.begin == plain_at_;
  ReadingOptions options{.holes = !plain && nests_.size() < kDeepest && unclosed_.affordable(),
                         .lines = !heredocs_.empty()};
  Reading reading = read_piece(open.piece, text_, p, language_, options);
  if (reading.at == kNoMatch) return Found::nothing;
  if (reading.stop == Stop::line && row.delimited->multiline) {
    p = after_bodies(reading.at);
    options.lines = false;
    reading = read_piece(open.piece, text_, p, language_, options);
  }
  switch (reading.stop) {
    case Stop::hole:
      enter_hole(open, reading.hole, reading.at);
      return Found::more;
    case Stop::end:
      if (!resumed) {
        unclosed_.search_failed(row, p_);
        return read_as_operator(open, token);
      }
      nests_.emplace_back(open, state_);
      abandon();
      return Found::more;
    case Stop::line:
      if (nests_.empty()) break;
      p_ = reading.at;
      abandon();
      return Found::more;
    case Stop::closed:
      break;
  }
  if (plain) unclosed_.note(open.begin, "interpolation", "text");
  return close_piece(open, reading.at, token);
}

Scanner::Found Scanner::close_piece(const Opened& open, std::size_t end, Token& token) {
  const Piece piece = open.piece.row->delimited->piece;
  p_ = piece == Piece::comment ? end : open.token_begin;
  if (piece == Piece::comment) return Found::more;
  if (open.piece.row->delimited->form == Form::exact) end = open.piece.opener_end;
  finish_piece(token, piece, end);
  return Found::token;
}

// The opener of a piece that never ends, with its prefix.
Scanner::Found Scanner::read_as_operator(const Opened& open, Token& token) {
  const Delimited& d = *open.piece.row->delimited;
  unclosed_.note(open.begin, name_of(d));
  p_ = open.token_begin;
  finish(token, TokenClass::operation, open.begin + d.open.size(), symbol_of(d.open));
  return Found::token;
}

Scanner::Found Scanner::scan_heredoc(const Delimited& d, Token& token) {
  if (state_.arithmetic > 0) return Found::nothing;
  const Heredoc opener = heredoc_opener(d, text_, p_, language_);
  if (opener.end == 0) return Found::nothing;
  if (!heredoc_lines_.closes(opener, opener.end)) {
    // Without blanks before tags, `<<` shifts as well.
    if (d.loose) unclosed_.note(p_, "here document");
    return Found::nothing;
  }
  heredocs_.push_back(opener);
  finish_piece(token, d.piece, opener.end);
  return Found::token;
}

// The body of the first here document that is pending, a string. p_ is at a line's begin.
bool Scanner::scan_body(Token& token) {
  while (!heredocs_.empty()) {
    const std::size_t begin = p_;
    const HeredocBody body = heredoc_lines_.body(heredocs_.front(), begin);
    heredocs_.erase(heredocs_.begin());
    if (body.after == begin) continue;
    const bool last = heredocs_.empty();
    const std::size_t after =
        last ? body.after : std::min(line_end(text_, body.after) + 1, text_.size());
    body_due_ = !last;
    p_ = after;
    if (body.end <= begin + 1) continue;
    const State before = state_;
    p_ = begin;
    state_.first_on_line = false;
    finish_piece(token, Piece::string, body.end - 1);  // without the last line's end
    state_ = before;
    state_.last_begin = state_.last_end = p_ = after;
    return true;
  }
  body_due_ = false;
  if (p_ == 0 || ends_line(text_, p_ - 1)) begin_line();
  return false;
}

// The begin of the line after the bodies that begin at `line`, inside of a literal.
std::size_t Scanner::after_bodies(std::size_t line) {
  for (const Heredoc& opener : heredocs_) {
    const HeredocBody body = heredoc_lines_.body(opener, line);
    if (body.after != line) line = std::min(line_end(text_, body.after) + 1, text_.size());
  }
  heredocs_.clear();
  return line;
}

}  // namespace whorl::internal::canon::code
