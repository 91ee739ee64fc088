#include <string>

#include "feature/rows.h"

namespace whorl::internal::feature::rows {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool ends_sentence(char c) { return c == '.' || c == '!' || c == '?'; }

// Whether a sentence ends in what stands between two words: at a mark before white space, closing
// brackets and quotation marks aside, or at a blank line.
bool holds_an_end(std::string_view gap) {
  bool mark = false;
  int line_ends = 0;
  for (const char c : gap) {
    if (ends_sentence(c)) {
      mark = true;
    } else if (is_space(c)) {
      line_ends += c == '\n';
      if (mark || line_ends == 2) return true;
    } else {
      mark = mark && (c == ')' || c == ']' || c == '"' || c == '\'');
      line_ends = 0;
    }
  }
  return false;
}

}  // namespace

Result<void> check_words(std::string_view front_end, std::string_view) {
  if (front_end == "words") return {};
  return fail(ErrorCode::invalid_argument,
              "front end '" + std::string(front_end) +
                  "' has no sentences; sentence takes words or words:se");
}

void split_into_sentences(const TokenText& text, Arguments, const TokenHash&,
                          std::vector<TokenRange>& out) {
  const auto n = static_cast<std::uint32_t>(text.tokens.size());
  std::uint32_t first = 0;
  for (std::uint32_t i = 0; i + 1 < n; ++i) {
    const std::uint64_t end = text.origin.bytes(i, i + 1).end;
    const std::uint64_t next = text.origin.bytes(i + 1, i + 2).begin;
    if (next <= end || !holds_an_end(text.text.substr(end, next - end))) continue;
    out.push_back({first, i + 1});
    first = i + 1;
  }
  if (first < n) out.push_back({first, n});
}

}  // namespace whorl::internal::feature::rows
