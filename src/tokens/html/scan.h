// Skips parts of HTML: finds the end of a tag, a comment or a run of text. Each of these states of
// the HTML standard's tokenizer (13.2.5), which give no text, is one search.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/ascii_case.h"
#include "tokens/byte_word.h"

namespace whorl::internal::tokens::html {

// The attributes of a tag.

struct Attribute {
  std::string_view name;   // as it is spelled
  std::string_view value;  // the same, without its quotes; empty if there is none
};

// The attributes of a start tag, from its '<' to its '>', one by one. O(tag) for all.
class Attributes {
 public:
  explicit Attributes(std::string_view tag);

  // No value at the end.
  std::optional<Attribute> next();

 private:
  std::string_view rest_;
};

// The value of the first attribute `name`, in lower case, of a start tag from its '<' to its '>',
// as it is spelled; empty if there is no value. No result: the tag has no such attribute. O(tag).
std::optional<std::string_view> attribute(std::string_view tag, std::string_view name);

inline constexpr std::size_t kUnclosed = std::string_view::npos;

// What a byte means inside of a tag, as bits.
inline constexpr std::uint8_t kLetter = 1;
inline constexpr std::uint8_t kDigit = 2;
inline constexpr std::uint8_t kSpace = 4;
inline constexpr std::uint8_t kEndsTagName = 8;  // white space, '/' and '>'
inline constexpr std::array<std::uint8_t, 256> kByteClass = [] {
  std::array<std::uint8_t, 256> classes{};
  for (std::size_t c = 'a'; c <= 'z'; ++c) classes[c] = classes[c - 'a' + 'A'] = kLetter;
  for (std::size_t c = '0'; c <= '9'; ++c) classes[c] = kDigit;
  for (char c : {' ', '\t', '\n', '\f', '\r'}) {
    classes[static_cast<std::uint8_t>(c)] = kSpace | kEndsTagName;
  }
  classes['/'] = classes['>'] = kEndsTagName;
  return classes;
}();

inline constexpr bool is_any(char c, std::uint8_t classes) {
  return (kByteClass[static_cast<std::uint8_t>(c)] & classes) != 0;
}
inline constexpr bool is_letter(char c) { return is_any(c, kLetter); }
inline constexpr bool is_alphanumeric(char c) { return is_any(c, kLetter | kDigit); }
inline constexpr bool is_space(char c) { return is_any(c, kSpace); }
inline constexpr bool ends_tag_name(char c) { return is_any(c, kEndsTagName); }

// The end of the tag name at `at`.
inline std::size_t skip_tag_name(std::string_view text, std::size_t at) {
  if (at + kWordBytes <= text.size()) {
    const std::uint64_t word = load_word(text.data() + at);
    // White space is among the bytes up to ' '; the other ones are too rare to matter.
    const std::uint64_t found =
        bytes_below(word, ' ' + 1) | bytes_equal(word, '/') | bytes_equal(word, '>');
    at += found == 0 ? kWordBytes : first_byte(found);
  }
  while (at < text.size() && !ends_tag_name(text[at])) ++at;
  return at;
}

// `name` is in lower case.
bool equal_ignoring_case(std::string_view text, std::string_view name);

// A tag after its name.
struct TagEnd {
  std::size_t end = kUnclosed;  // past its '>'
  bool self_closing = false;
};
TagEnd skip_attributes(std::string_view text, std::size_t at);

// The position after the comment whose "<!--" ends at `at`; the end of the text if unclosed.
std::size_t skip_comment(std::string_view text, std::size_t at);

// The position after the next '>' from `at` on, for doctypes and bogus comments; the end of the
// text if there is none.
std::size_t skip_to_greater(std::string_view text, std::size_t at);

// The beginning of the end tag `</name` that closes raw text, or the end of the text.
std::size_t find_end_tag(std::string_view text, std::size_t at, std::string_view name);

// The same for a script: "<!--" in it may hide "<script>…</script>".
std::size_t find_script_end(std::string_view text, std::size_t at);

}  // namespace whorl::internal::tokens::html
