#include "tokens/code/jsx.h"

namespace whorl::internal::tokens::code {
namespace {

constexpr std::size_t kDeepestElement = 1 << 16;
constexpr std::size_t kMostNames = 64;

bool is_element_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || c == '.' || c == '-' || c == ':';
}

bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

}  // namespace

void Jsx::take(char c, std::size_t begin, std::size_t end, bool operand) {
  const bool single = end - begin == 1;
  switch (state_) {
    case State::none:
      if (c == '<' && single && !operand && begins_element(end)) push(State::tag);
      break;
    case State::tag:
      if (c == '{') push(State::braces);
      if (c == '>') text_[begin - 1] == '/' ? pop() : set(State::text);
      break;
    case State::closing:
      if (c == '>') pop();
      break;
    case State::text:
      if (c == '{') push(State::braces);
      if (c == '<') {
        const bool closes = end < text_.size() && text_[end] == '/';
        closes ? set(State::closing) : push(State::tag);
      }
      break;
    case State::braces:
      if (c == '{') ++frames_.back().depth;
      if (c == '}' && --frames_.back().depth == 0) return pop();
      if (c == '<' && single && !operand && begins_element(end)) push(State::tag);
      break;
  }
}

void Jsx::push(State state) {
  if (frames_.size() == kDeepestElement) return;
  frames_.push_back({state, 1});
  state_ = state;
}

void Jsx::pop() {
  frames_.pop_back();
  state_ = frames_.empty() ? State::none : frames_.back().state;
}

void Jsx::set(State state) { state_ = frames_.back().state = state; }

// After `<`: a name, or nothing, and a closing tag for it further on.
bool Jsx::begins_element(std::size_t p) {
  std::size_t end = p;
  while (end < text_.size() && end - p < 64 && is_element_byte(text_[end])) ++end;
  if (end == text_.size() || (end == p && text_[p] != '>')) return false;
  if (text_[end] == ',' || text_[end] == '(') return false;
  return closes_later(text_.substr(p, end - p), end);
}

// Each name is searched for in one pass over the text.
bool Jsx::closes_later(std::string_view name, std::size_t p) {
  const auto search = [&](std::size_t from) {
    for (;; ++from) {
      from = text_.find("</", from);
      if (from == std::string_view::npos) return from;
      const std::string_view rest = text_.substr(from + 2, name.size() + 1);
      const bool quoted = from > 0 && is_quote(text_[from - 1]);
      const bool whole = rest.size() > name.size() && !is_element_byte(rest.back());
      if (rest.starts_with(name) && whole && !quoted) return from;
    }
  };
  for (auto& [known, next] : closers_) {
    if (known != name) continue;
    if (next < p) next = search(p);
    return next != std::string_view::npos;
  }
  if (closers_.size() == kMostNames) return false;
  closers_.emplace_back(name, search(p));
  return closers_.back().second != std::string_view::npos;
}

}  // namespace whorl::internal::tokens::code
