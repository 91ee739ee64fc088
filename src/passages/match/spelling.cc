#include "passages/match/spelling.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <variant>

#include "tokens/code/blanks.h"
#include "tokens/symbol.h"
#include "whorl/pair_scores.h"

namespace whorl::internal::match {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

// The bit of a spelling that marks a literal.
constexpr Spelling kLiteral = 1;

constexpr std::uint64_t kHundredthsOfLiteral = 100 * kPriceOfLiteral;
constexpr std::uint64_t kHundredthsOfName = 100 * kPriceOfName;

constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15u;

// The spelling of symbols [begin, end) after the first of `side`.
std::string_view text_of(const Spelled& side, std::uint32_t begin, std::uint32_t end) {
  const ByteRange range = side.canon.origin.bytes(side.at + begin, side.at + end);
  return side.text.substr(range.begin, range.end - range.begin);
}

// True if the blank has no width: U+180E, U+200B, U+2060, U+FEFF.
bool is_invisible(std::string_view blank) {
  constexpr std::array<std::string_view, 4> kInvisible = {"\xe1\xa0\x8e", "\xe2\x80\x8b",
                                                          "\xe2\x81\xa0", "\xef\xbb\xbf"};
  return std::ranges::find(kInvisible, blank) != kInvisible.end();
}

// Replaces each Unicode blank, which editors and pages put into strings too, by a plain one, and
// removes invisible ones. Valid as long as `memory`.
std::string_view with_plain_blanks(std::string_view spelling, std::string& memory) {
  const auto may_begin_blank = [](char c) { return static_cast<unsigned char>(c) >= 0xc2; };
  const auto first = std::ranges::find_if(spelling, may_begin_blank);
  if (first == spelling.end()) return spelling;
  memory.assign(spelling.begin(), first);
  for (std::size_t at = memory.size(); at < spelling.size();) {
    const std::size_t blank = tokens::code::wide_blank(spelling, at);
    if (!is_invisible(spelling.substr(at, blank))) memory += blank == 0 ? spelling[at] : ' ';
    at += std::max<std::size_t>(blank, 1);
  }
  return memory;
}

bool same_spelling(std::string_view a, std::string_view b) {
  if (a == b) return true;
  std::string memory_of_a, memory_of_b;
  return with_plain_blanks(a, memory_of_a) == with_plain_blanks(b, memory_of_b);
}

std::uint64_t spelled_tokens(std::span<const std::uint32_t> tokens) {
  return static_cast<std::uint64_t>(std::ranges::count_if(tokens, [](std::uint32_t token) {
    return tokens::is_literal(token) || tokens::is_name(token);
  }));
}

}  // namespace

bool repeats_row(std::span<const std::uint32_t> tokens) {
  for (std::size_t row = 1; row <= kLongestRow; ++row) {
    const std::size_t length = std::max(row, kRepeated);
    if (tokens.size() < row + length) return false;
    const auto last = tokens.last(length);
    if (std::ranges::equal(last, tokens.last(row + length).first(length))) return true;
  }
  return false;
}

SpellingDifference compare_spellings(const Spelled& a, const Spelled& b, std::uint32_t length) {
  const auto tokens = std::span(std::get<tokens::Tokens>(a.canon.symbols)).subspan(a.at, length);
  SpellingDifference difference{.spelled = spelled_tokens(tokens)};
  if (text_of(a, 0, length) == text_of(b, 0, length)) return difference;
  for (std::uint32_t i = 0; i < length; ++i) {
    if (same_spelling(text_of(a, i, i + 1), text_of(b, i, i + 1))) continue;
    if (tokens::is_literal(tokens[i])) {
      ++difference.literals;
      continue;
    }
    ++difference.names;
    difference.names_in_rows += repeats_row(tokens.first(i + 1));
  }
  return difference;
}

std::vector<Spelling> spellings_of(const tokens::Canon& canon, std::string_view text) {
  const auto& tokens = std::get<tokens::Tokens>(canon.symbols);
  std::vector<Spelling> spellings(tokens.size());
  std::string memory;
  for (std::uint32_t i = 0; i < spellings.size(); ++i) {
    const std::string_view spelled = with_plain_blanks(text_of({canon, text, i}, 0, 1), memory);
    const std::uint32_t hash = tokens::symbol_of(spelled);
    spellings[i] = static_cast<Spelling>((hash & ~1u) | (tokens::is_literal(tokens[i]) ? 1u : 0u));
  }
  return spellings;
}

std::uint32_t price_of_changes(const Run& a, std::uint32_t a_at, const Run& b, std::uint32_t b_at,
                               std::uint32_t length) {
  if (a.spellings == nullptr || b.spellings == nullptr) return 0;
  const Spelling* x = a.spellings + (a_at - a.begin);
  const Spelling* y = b.spellings + (b_at - b.begin);
  std::uint32_t literals = 0, all = 0;
  for (std::uint32_t i = 0; i < length; ++i) {
    const std::uint32_t differs = x[i] != y[i];
    all += differs;
    literals += differs & x[i];
  }
  const std::uint64_t price =
      kHundredthsOfLiteral * literals + kHundredthsOfName * (all - literals);
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(price, std::numeric_limits<std::uint32_t>::max()));
}

bool kgram_has_literals(const Run& run, std::uint32_t at) {
  const Spelling* spelling = run.spellings + (at - run.begin);
  return std::any_of(spelling, spelling + run.noise,
                     [](Spelling one) { return (one & kLiteral) != 0; });
}

std::uint64_t hash_of_literals(const Run& run, std::uint32_t at) {
  const Spelling* spelling = run.spellings + (at - run.begin);
  std::uint64_t hash = 0;
  for (std::uint32_t i = 0; i < run.noise; ++i) {
    if (spelling[i] & kLiteral) hash = (hash ^ spelling[i]) * kMultiplier;
  }
  return hash;
}

std::uint64_t hash_of_spellings(const Run& run, std::uint32_t at) {
  const Spelling* spelling = run.spellings + (at - run.begin);
  std::uint64_t hash = 0;
  for (std::uint32_t i = 0; i < run.noise; ++i) hash = (hash ^ spelling[i]) * kMultiplier;
  return hash;
}

ByteRange trimmed(std::string_view text, ByteRange range) {
  const auto blank = [&](std::uint64_t at) { return kBlank.find(text[at]) != kBlank.npos; };
  ByteRange rest = range;
  while (rest.begin < rest.end && blank(rest.end - 1)) --rest.end;
  while (rest.begin < rest.end && blank(rest.begin)) ++rest.begin;
  return rest.begin < rest.end ? rest : range;
}

}  // namespace whorl::internal::match
