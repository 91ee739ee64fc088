// NgramModel: how probable a stretch of symbols is in the manner of a class of submissions.
//
// A context says of a symbol p(s | h) = (c(h s) + 2 p(s | h')) / (c(h) + 2), with h' the next
// shorter context (MacKay and Peto 1995), and a symbol is as probable as the context says that
// finds it the most probable. Long contexts are needed: programs of one class share idiom that
// takes dozens of tokens, which short contexts take for a wonder. But they are rarely seen, and
// that they were never followed by a symbol may be chance, so they are believed only where they
// expect it.
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
  // The longest context that the next one overrules, even where that finds a symbol less probable.
  static constexpr std::uint32_t kOverruled = 1;

  // Leaves out some submissions, each once. Linear in all there are, and O(n log m) in the n
  // symbols of m that are left out. Keeps a reference to `text`.
  NgramModel(const ClassText& text, const std::vector<std::uint32_t>& left_out);

  std::uint32_t submissions() const { return submissions_; }  // that are left and have symbols
  std::uint32_t symbols() const { return symbols_; }          // of those

  // -log2 of the probability of the `length` symbols at `position` of the class; of the first of
  // them alone where these tell `enough`. O(length times log n).
  double bits(std::uint32_t position, std::uint32_t length, double enough) const;

 private:
  static constexpr std::uint32_t kLongest = kContexts.back() + 1;
  // How often the n-grams at a position stand in what is left, by length.
  using Counts = std::array<std::uint32_t, kLongest + 1>;

  Counts counts_at(std::uint32_t position, std::uint32_t most) const;

  const ClassText& text_;
  std::vector<std::uint32_t> left_out_;  // ranks of the positions, ascending
  std::uint32_t submissions_ = 0;
  std::uint32_t symbols_ = 0;
};

}  // namespace whorl::internal::compare::scoring
