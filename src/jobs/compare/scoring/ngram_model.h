// NgramModel: the probability of a sequence of symbols, given the submissions of a class.
//
// A context gives a symbol the probability p(s | h) = (c(h s) + 2 p(s | h')) / (c(h) + 2), with h'
// the next shorter context (MacKay and Peto 1995). The largest probability of all contexts counts.
// Long contexts are needed: programs of one class share idiom of dozens of tokens, which is very
// improbable in short contexts. But long contexts are rare, and it may be chance that a symbol
// never followed one. So they count only if they make a symbol more probable.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "jobs/compare/scoring/class_text.h"

namespace whorl::internal::compare::scoring {

// The n-grams of a class without those of some submissions.
class NgramModel {
 public:
  // Context lengths, each the back-off of the next.
  static constexpr std::array<std::uint32_t, 9> kContexts{0, 1, 2, 3, 4, 6, 8, 12, 16};
  static constexpr double kWeightOfShorter = 2;
  // The next context overrules contexts up to this length, even if it makes a symbol less probable.
  static constexpr std::uint32_t kOverruled = 1;

  // Omits some submissions, each listed once. Linear in all submissions, and O(n log m) in the n
  // symbols of the m omitted ones. Keeps a reference to `text`.
  NgramModel(const ClassText& text, const std::vector<std::uint32_t>& left_out);

  // That are not omitted and have symbols.
  std::uint32_t submissions() const { return submissions_; }
  std::uint32_t symbols() const { return symbols_; }  // of those

  // -log2 of the probability of the `length` symbols at `position` of the class; stops once it
  // reaches `enough`. O(length times log n).
  double bits(std::uint32_t position, std::uint32_t length, double enough) const;

 private:
  static constexpr std::uint32_t kLongest = kContexts.back() + 1;
  // How often the n-grams at a position occur in the other submissions, by length.
  using Counts = std::array<std::uint32_t, kLongest + 1>;

  Counts counts_at(std::uint32_t position, std::uint32_t most) const;

  const ClassText& text_;
  std::vector<std::uint32_t> left_out_;  // ranks of the positions, ascending
  std::uint32_t submissions_ = 0;
  std::uint32_t symbols_ = 0;
};

}  // namespace whorl::internal::compare::scoring
