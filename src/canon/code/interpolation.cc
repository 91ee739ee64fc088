// Scanner: code inside of strings and attributes. Its tokens are read to find where it ends, and
// are then part of the string.
#include <algorithm>

#include "canon/code/blanks.h"
#include "canon/code/scanner.h"

namespace whorl::internal::canon::code {
namespace {

bool is_variable_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         has_byte("_@*!#?$-", c);
}

// Whether a quote has no meaning in the `${name…` whose name begins at `p`.
bool mutes(const Delimited& d, std::string_view text, std::size_t p) {
  constexpr std::size_t kLongestName = 64;
  const std::size_t limit = std::min(text.size(), p + kLongestName);
  if (p < limit && text[p] == '#') return false;
  while (p < limit && is_variable_byte(text[p]) && (text[p] != '#' || text[p - 1] == '{')) ++p;
  return p >= text.size() || !has_byte(d.unmuted, text[p]);
}

}  // namespace

// The interpolation that begins before `p`, with the opener `hole`.
void Scanner::enter_hole(const Opened& opened, std::string_view hole, std::size_t p) {
  const Delimited& d = *opened.piece.row->delimited;
  Nest open(opened, state_);
  const std::size_t bracket = hole.find_first_of("([{");
  open.open = bracket == std::string_view::npos ? hole[0] : hole[bracket];
  open.close = closing(open.open);
  open.depth = static_cast<std::uint32_t>(std::count(hole.begin(), hole.end(), open.open));
  open.mute = d.mute != 0 && open.open == '{' && mutes(d, text_, p) ? d.mute : '\0';
  if (nests_.empty()) {
    heredocs_before_ = heredocs_;
    notices_before_ = unclosed_.count();
  }
  state_ = {.line_begin = state_.line_begin, .last_begin = p, .last_end = p};
  state_.last_byte = open.open;
  state_.first_on_line = false;
  if (hole.ends_with("((")) state_.arithmetic = 2;
  nests_.push_back(open);
  p_ = p;
}

// Follows a token of an interpolation. True: `token` is now the literal around all of them.
bool Scanner::follow_nest(Token& token) {
  if (token.kind == TokenClass::operation) return follow_brackets(token);
  if ((token.flags & (kUnpaired | kPaired)) != 0) follow_words(token);
  return false;
}

// `case … in a) … esac`: a parenthesis between the two words needs no partner.
void Scanner::follow_words(const Token& token) {
  Nest& nest = nests_.back();
  if (!at_command_ || nest.close != ')') return;
  if ((token.flags & kUnpaired) != 0) {
    if (nest.unpaired++ == 0) nest.unpaired_depth = nest.depth;
  } else if (nest.unpaired > 0 && --nest.unpaired == 0) {
    nest.depth = nest.unpaired_depth;
  }
}

bool Scanner::follow_brackets(Token& token) {
  Nest& nest = nests_.back();
  const std::uint32_t end = token.end;
  for (std::uint32_t i = token.begin; i < end; ++i) {
    const char c = text_[i];
    if (c == nest.close) {
      if (nest.unpaired > 0 && nest.depth == nest.unpaired_depth) continue;
      if (--nest.depth == 0) return leave_hole(i + 1, token);
      if (nest.in_spec && nest.depth == 1) return read_spec(token);
    } else if (c == nest.open) {
      ++nest.depth;
    } else if (has_byte("([{", c)) {
      ++nest.others;
    } else if (has_byte(")]}", c) && nest.others > 0) {
      --nest.others;
    }
  }
  const char spec = nest.piece.row->delimited->spec;
  const bool begins_spec = spec != 0 && end - token.begin == 1 && text_[token.begin] == spec;
  if (!begins_spec || nest.depth != 1 || nest.others != 0) return false;
  nest.in_spec = true;
  return read_spec(token);
}

// What follows the colon in f"{x:>10}" is text, but for further interpolations.
bool Scanner::read_spec(Token& token) {
  Nest& nest = nests_.back();
  for (std::size_t p = p_; p < text_.size(); ++p) {
    if (text_[p] == nest.close) return leave_hole(p + 1, token);
    if (text_[p] == nest.open) {
      ++nest.depth;
      p_ = p + 1;
      return false;
    }
    if (ends_line(text_, p) && !nest.piece.row->delimited->multiline) break;
  }
  abandon();
  return false;
}

// `p` is after the bracket that closes an interpolation: the literal goes on. True: `token` is
// that literal, and no other is around it.
bool Scanner::leave_hole(std::size_t p, Token& token) {
  Nest open = nests_.back();
  nests_.pop_back();
  state_ = open.before;
  if (open.piece.row->delimited->form == Form::code) {
    close_piece(open, p, token);
    return false;
  }
  return read_on(open, p, token) == Found::token && nests_.empty();
}

// Something inside of the first literal never ends: it is read again without interpolations.
void Scanner::abandon() {
  const Nest first = nests_.front();
  nests_.clear();
  unclosed_.forget_after(notices_before_);
  unclosed_.waste(p_ > first.begin ? p_ - first.begin : 0);
  plain_at_ = first.begin;
  p_ = first.token_begin;
  state_ = first.before;
  heredocs_ = heredocs_before_;
  body_due_ = false;
}

}  // namespace whorl::internal::canon::code
