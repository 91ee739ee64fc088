// Methods by statistics of words and of style (Finkel 2002 §4.2).

#include "methods/style.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "base/try.h"
#include "base/utf8.h"
#include "fingerprints/chunks/chunks.h"
#include "methods/kd_tree.h"
#include "methods/rows.h"
#include "methods/symbols.h"
#include "tokens/symbol.h"

namespace whorl::internal::methods {
namespace {

constexpr std::array<std::string_view, 4> kWords = {"the", "and", "but", "so"};

// Shares of function words, of marks, and the rest.
constexpr std::array<std::string_view, 42> kNames = {"the",
                                                     "and",
                                                     "but",
                                                     "so",
                                                     "of",
                                                     "to",
                                                     "a",
                                                     "in",
                                                     "that",
                                                     "is",
                                                     "it",
                                                     "for",
                                                     "as",
                                                     "with",
                                                     "was",
                                                     "be",
                                                     "by",
                                                     "on",
                                                     "not",
                                                     "this",
                                                     "are",
                                                     "or",
                                                     "from",
                                                     "at",
                                                     "which",
                                                     "an",
                                                     "have",
                                                     "if",
                                                     "may",
                                                     "must",
                                                     "should",
                                                     ",",
                                                     ";",
                                                     ":",
                                                     "(",
                                                     "\"",
                                                     "?",
                                                     "letters a word",
                                                     "deviation of letters",
                                                     "words a sentence",
                                                     "deviation of words",
                                                     "distinct of 500 words"};
constexpr std::size_t kFunctionWords = 31, kMarks = 6;

constexpr std::size_t kVocabulary = 500;  // words in which distinct ones are counted

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

double percent(std::ptrdiff_t part, std::size_t whole) {
  return whole == 0 ? kAbsent : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

// Mean and deviation of at least two numbers.
void add_spread(const std::vector<double>& list, std::vector<double>& out) {
  if (list.size() < 2) {
    out.insert(out.end(), {kAbsent, kAbsent});
    return;
  }
  const auto n = static_cast<double>(list.size());
  double mean = 0, squares = 0;
  for (const double one : list) mean += one / n;
  for (const double one : list) squares += (one - mean) * (one - mean) / n;
  out.insert(out.end(), {mean, std::sqrt(squares)});
}

std::string_view written(const tokens::Canon& canon, std::size_t i, std::string_view text) {
  const auto range = canon.origin.bytes(i, i + 1);
  return text.substr(range.begin, range.end - range.begin);
}

std::size_t count_in_lower_case(const tokens::Canon& canon, std::string_view text,
                                std::string_view word) {
  const auto& words = std::get<tokens::Tokens>(canon.symbols);
  std::size_t count = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    count += words[i] == tokens::symbol_of(word) && written(canon, i, text) == word;
  }
  return count;
}

std::vector<double> letters_of(const tokens::Canon& canon, std::string_view text) {
  std::vector<double> out;
  for (std::size_t i = 0; i < canon.size(); ++i) {
    out.push_back(static_cast<double>(
        std::ranges::count_if(written(canon, i, text), std::not_fn(base::is_utf8_continuation))));
  }
  return out;
}

std::vector<double> sentences_of(const tokens::Canon& canon, std::string_view text,
                                 const Settings& settings) {
  Recipe recipe = recipe_of(settings, 0, {"none", {}});
  recipe.chunk = {"sentence", {}};
  const ChunkSet set = chunks::chunks_of(canon, text, recipe, chunks::SeededTokenHash(recipe));
  std::vector<double> out;
  for (const Chunk& sentence : set.chunks) out.push_back(static_cast<double>(sentence.symbols));
  return out;
}

}  // namespace

std::span<const std::string_view> style_names() { return kNames; }

Result<std::vector<double>> style_of(std::string_view text, const Settings& settings) {
  WHORL_ASSIGN_OR_RETURN(const auto canon, canon_of(text, settings));
  const auto& words = std::get<tokens::Tokens>(canon.symbols);
  std::vector<double> out;
  for (const std::string_view word : std::span(kNames).first(kFunctionWords)) {
    out.push_back(percent(std::ranges::count(words, tokens::symbol_of(word)), words.size()));
  }
  for (const std::string_view mark : std::span(kNames).subspan(kFunctionWords, kMarks)) {
    out.push_back(percent(std::ranges::count(text, mark.front()), words.size()));
  }
  add_spread(letters_of(canon, text), out);
  add_spread(sentences_of(canon, text, settings), out);
  const bool enough = words.size() >= kVocabulary;
  const std::set<std::uint32_t> distinct(words.begin(),
                                         enough ? words.begin() + kVocabulary : words.begin());
  out.push_back(enough ? percent(static_cast<std::ptrdiff_t>(distinct.size()), kVocabulary)
                       : kAbsent);
  return out;
}

Result<Style::State> Style::keep(std::string_view text, const Settings& settings) {
  return style_of(text, settings);
}

Figures Style::compare(const State& a, const State& b, const Settings&) {
  Figures figures;
  figures.distance = distance(a, b);
  return figures;
}

// Words with capitals are not counted, because only so the distances agree with the paper's Table
// 3.
Result<WordStatistics::State> WordStatistics::keep(std::string_view text,
                                                   const Settings& settings) {
  WHORL_ASSIGN_OR_RETURN(const auto canon, canon_of(text, settings));
  State shares;
  for (const std::string_view word : kWords) {
    const auto count = static_cast<double>(count_in_lower_case(canon, text, word));
    const auto all = static_cast<double>(std::max<std::size_t>(canon.size(), 1));
    shares.push_back(100 * count / all);
  }
  return shares;
}

Figures WordStatistics::compare(const State& a, const State& b, const Settings&) {
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
  Figures figures;
  figures.distance = std::sqrt(squares);
  return figures;
}

}  // namespace whorl::internal::methods
