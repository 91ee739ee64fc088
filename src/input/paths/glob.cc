#include "input/paths/glob.h"

#include <cstddef>

#include "base/utf8.h"
#include "input/paths/names.h"

namespace whorl::internal::input {
namespace {

// A set at pattern[at] == '[': true if it is closed, where it ends, and if it contains `c`.
struct Set {
  bool closed = false;
  std::size_t end = 0;
  bool has = false;
};

Set read_set(std::string_view pattern, std::size_t at, char c) {
  Set set;
  std::size_t i = at + 1;
  const bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (negated) ++i;
  bool found = false;
  for (const std::size_t first = i; i < pattern.size(); ++i) {
    if (pattern[i] == ']' && i > first) {
      set.closed = true;
      set.end = i + 1;
      set.has = found != negated && c != '/';
      return set;
    }
    const bool range = i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']';
    if (range) {
      found |= pattern[i] <= c && c <= pattern[i + 2];
      i += 2;
    } else {
      found |= pattern[i] == c;
    }
  }
  return set;
}

std::size_t code_point_bytes(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && base::is_utf8_continuation(text[end])) ++end;
  return end - at;
}

// Characters of pattern and text that one step takes; 0 of the text means no match.
struct Step {
  std::size_t pattern = 1;
  std::size_t text = 0;
};

Step match_one(std::string_view pattern, std::size_t p, std::string_view text, std::size_t t) {
  const char c = text[t];
  if (pattern[p] == '?') return {1, c == '/' ? 0 : code_point_bytes(text, t)};
  if (pattern[p] == '[') {
    const Set set = read_set(pattern, p, c);
    if (set.closed) return {set.end - p, set.has ? 1u : 0u};
  }
  return {1, pattern[p] == c ? 1u : 0u};
}

// Where to continue after a mismatch: the star takes more, up to the next text that may follow it.
struct Star {
  bool seen = false;
  bool parts = false;       // "**/": takes whole parts, each with its slash
  std::size_t pattern = 0;  // after the star
  std::size_t text = 0;     // not taken by it yet
};

// The star or stars at pattern[p].
Star read_star(std::string_view pattern, std::size_t p, std::size_t text) {
  std::size_t after = p;
  while (after < pattern.size() && pattern[after] == '*') ++after;
  const bool parts = after - p > 1 && (p == 0 || pattern[p - 1] == '/') && after < pattern.size() &&
                     pattern[after] == '/';
  return {true, parts, after + (parts ? 1 : 0), text};
}

// Lets "*" take one more character; false if it may not.
bool extend(Star& star, std::string_view text) {
  if (!star.seen || star.text >= text.size() || text[star.text] == '/') return false;
  ++star.text;
  return true;
}

// The same for "**" and one character, or "**/" and one part.
bool extend_deep(Star& deep, std::string_view text) {
  if (!deep.seen || deep.text >= text.size()) return false;
  if (!deep.parts) {
    ++deep.text;
    return true;
  }
  const std::size_t slash = text.find('/', deep.text);
  if (slash == text.npos) return false;
  deep.text = slash + 1;
  return true;
}

}  // namespace

// Only the last "*" and the last "**" ever need to take more: a later one can reach by itself any
// text that an earlier one could leave to it; a "*" ends at its part's '/'.
bool glob_match(std::string_view pattern, std::string_view text) {
  Star star;
  Star deep;
  std::size_t p = 0;
  std::size_t t = 0;
  for (;;) {
    if (p == pattern.size() && t == text.size()) return true;
    if (p < pattern.size() && pattern[p] == '*') {
      const Star read = read_star(pattern, p, t);
      const bool is_deep = read.parts || read.pattern - p > 1;
      (is_deep ? deep : star) = read;
      if (is_deep) star.seen = false;
      p = read.pattern;
      continue;
    }
    if (p < pattern.size() && t < text.size()) {
      const Step step = match_one(pattern, p, text, t);
      if (step.text != 0) {
        p += step.pattern;
        t += step.text;
        continue;
      }
    }
    if (extend(star, text)) {
      p = star.pattern;
      t = star.text;
    } else if (extend_deep(deep, text)) {
      star.seen = false;
      p = deep.pattern;
      t = deep.text;
    } else {
      return false;
    }
  }
}

bool glob_match_name(std::string_view pattern, std::string_view name) {
  if (pattern.find('/') == pattern.npos) return glob_match(pattern, base_name(name));
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  return glob_match(pattern, name);
}

}  // namespace whorl::internal::input
