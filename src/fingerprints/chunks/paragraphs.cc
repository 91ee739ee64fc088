#include <string>

#include "fingerprints/chunks/rows.h"
#include "fingerprints/chunks/subroutine_finder.h"
#include "tokens/symbol.h"

namespace whorl::internal::chunks::rows {
namespace {

// Reads a text line by line and counts its blank lines.
class BlankLines {
 public:
  explicit BlankLines(std::string_view text) : text_(text) {}

  // The number of blank lines that begin before `offset`; offsets ascend.
  std::uint32_t before(std::uint64_t offset) {
    while (at_ < text_.size() && at_ < offset) {
      count_ += is_blank(at_);
      at_ = next_line(at_);
    }
    return count_;
  }

 private:
  bool is_blank(std::size_t begin) const {
    const std::size_t end = text_.find_first_not_of(" \t\v\f", begin);
    return end == std::string_view::npos || text_[end] == '\n' || text_[end] == '\r';
  }

  std::size_t next_line(std::size_t begin) const {
    const std::size_t end = text_.find_first_of("\r\n", begin);
    if (end == std::string_view::npos) return text_.size();
    return text_.substr(end, 2) == "\r\n" ? end + 2 : end + 1;
  }

  std::string_view text_;
  std::size_t at_ = 0;  // the next unread line begins here
  std::uint32_t count_ = 0;
};

// The paragraph in which each token ends, from the number of blank lines before it.
std::vector<std::uint32_t> paragraphs_of(const TokenText& text) {
  BlankLines lines(text.text);
  std::vector<std::uint32_t> out;
  out.reserve(text.tokens.size());
  for (std::uint32_t i = 0; i < text.tokens.size(); ++i) {
    out.push_back(lines.before(text.origin.bytes(i, i + 1).end));
  }
  return out;
}

bool is_block_mark(std::uint32_t token) {
  static const std::uint32_t kIndent = tokens::symbol_of("\x01indent");
  static const std::uint32_t kDedent = tokens::symbol_of(
      "\x01"
      "dedent");
  return token == kIndent || token == kDedent;
}

// Removes block marks at the edges of a chunk: they describe its surroundings, not the chunk.
void add_chunk(TokenSpan tokens, TokenRange range, std::vector<TokenRange>& out) {
  while (range.first < range.last && is_block_mark(tokens[range.first])) ++range.first;
  while (range.first < range.last && is_block_mark(tokens[range.last - 1])) --range.last;
  if (range.first < range.last) out.push_back(range);
}

void add_paragraphs(TokenSpan tokens, std::span<const std::uint32_t> paragraph, TokenRange range,
                    std::vector<TokenRange>& out) {
  std::uint32_t begin = range.first;
  for (std::uint32_t i = range.first; i < range.last; ++i) {
    if (paragraph[i] == paragraph[begin]) continue;
    add_chunk(tokens, {begin, i}, out);
    begin = i;
  }
  add_chunk(tokens, {begin, range.last}, out);
}

tl::unexpected<Error> refuse(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

}  // namespace

Result<void> check_paragraphs(std::string_view front_end, std::string_view) {
  if (front_end == "code" || front_end == "words") return {};
  return refuse("tokenizer '" + std::string(front_end) +
                "' has no paragraphs; paragraph takes words, words:se or code:LANGUAGE");
}

Result<void> check_subroutines(std::string_view front_end, std::string_view argument) {
  if (front_end != "code") {
    return refuse("tokenizer '" + std::string(front_end) +
                  "' has no subroutines; they need code:LANGUAGE");
  }
  if (has_subroutines(argument)) return {};
  return refuse("whorl cannot find subroutines in '" + std::string(argument) + "'; it can in " +
                languages_with_subroutines() + "; paragraph splits any language at blank lines");
}

void split_into_paragraphs(const TokenText& text, Arguments, const TokenHash&,
                           std::vector<TokenRange>& out) {
  const auto n = static_cast<std::uint32_t>(text.tokens.size());
  add_paragraphs(text.tokens, paragraphs_of(text), {0, n}, out);
}

void split_into_subroutines(const TokenText& text, Arguments, const TokenHash&,
                            std::vector<TokenRange>& out) {
  const std::vector<std::uint32_t> paragraph = paragraphs_of(text);
  std::uint32_t done = 0;
  for (const TokenRange& function : find_subroutines(text, paragraph)) {
    add_paragraphs(text.tokens, paragraph, {done, function.first}, out);
    add_chunk(text.tokens, function, out);
    done = function.last;
  }
  add_paragraphs(text.tokens, paragraph, {done, static_cast<std::uint32_t>(text.tokens.size())},
                 out);
}

}  // namespace whorl::internal::chunks::rows
