// Skipping through HTML: where a tag, a comment or a run of text ends. The states of the
// HTML standard's tokenizer (13.2.5) that yield nothing we keep, each as one search.
#pragma once

#include <cstddef>
#include <string_view>

namespace whorl::html {

inline constexpr std::size_t kUnclosed = std::string_view::npos;

inline constexpr bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
inline constexpr bool is_alphanumeric(char c) { return is_letter(c) || (c >= '0' && c <= '9'); }
inline constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}
inline constexpr bool ends_tag_name(char c) { return is_space(c) || c == '/' || c == '>'; }

// `name` is in lower case.
bool equal_ignoring_case(std::string_view text, std::string_view name);

// Where the next '<' or `other` at or after `at` stands, or the end of the text.
std::size_t find_less_or(std::string_view text, std::size_t at, char other);

// A tag after its name.
struct TagEnd {
  std::size_t end = kUnclosed;  // past its '>'
  bool self_closing = false;
};
TagEnd skip_attributes(std::string_view text, std::size_t at);

// Past the end of the comment whose "<!--" ends at `at`; the end of the text if unclosed.
std::size_t skip_comment(std::string_view text, std::size_t at);

// Past the next '>' at or after `at`: doctypes and bogus comments; the end of the text if
// there is none.
std::size_t skip_to_greater(std::string_view text, std::size_t at);

// Where the end tag `</name` that closes raw text begins, or the end of the text.
std::size_t find_end_tag(std::string_view text, std::size_t at, std::string_view name);

// The same for a script: "<!--" in it may hide "<script>…</script>".
std::size_t find_script_end(std::string_view text, std::size_t at);

}  // namespace whorl::html
