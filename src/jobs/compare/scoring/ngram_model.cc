#include "jobs/compare/scoring/ngram_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>

namespace whorl::internal::compare::scoring {
namespace {

constexpr bool is_asked_for(std::uint32_t length) {
  return std::ranges::any_of(NgramModel::kContexts, [length](std::uint32_t context) {
    return length > 0 && (length == context || length == context + 1);
  });
}

constexpr std::uint32_t kLongest = NgramModel::kContexts.back() + 1;

constexpr std::size_t kLengths = [] {
  std::size_t count = 0;
  for (std::uint32_t length = 1; length <= kLongest; ++length) count += is_asked_for(length);
  return count;
}();

// The lengths of n-grams that the model asks for, the longest first: those of its contexts, and
// these with a symbol.
constexpr auto kLengthsAskedFor = [] {
  std::array<std::uint32_t, kLengths> lengths{};
  std::size_t i = 0;
  for (std::uint32_t length = kLongest; length > 0; --length) {
    if (is_asked_for(length)) lengths[i++] = length;
  }
  return lengths;
}();

// How many of [at, end) come before the first that is not `in`; no other of these follows it.
// O(log of the result).
template <class Iterator, class In>
std::ptrdiff_t leading(Iterator at, Iterator end, In in) {
  const Iterator begin = at;
  std::ptrdiff_t step = 1;
  while (end - at >= step && in(at[step - 1])) at += step, step *= 2;
  at = std::partition_point(at, at + std::min(step - 1, end - at), in);
  return at - begin;
}

}  // namespace

NgramModel::NgramModel(const ClassText& text, std::vector<std::uint32_t> left_out)
    : text_(text), left_out_(std::move(left_out)), symbols_(text.symbols()) {
  for (std::uint32_t i = 0; i < text.submissions(); ++i) submissions_ += text.symbols_of(i) > 0;
  for (const std::uint32_t submission : left_out_) {
    submissions_ -= text.symbols_of(submission) > 0;
    symbols_ -= text.symbols_of(submission);
  }
}

// The positions of a submission that is left out among some ranks.
class NgramModel::Part {
 public:
  // Of no ranks: before `rank`.
  Part(std::span<const std::uint32_t> all, std::uint32_t rank)
      : all_(all), begin_(std::ranges::lower_bound(all, rank)), end_(begin_) {}

  // Of these, which go further both ways.
  void widen(SuffixOrder::Ranks ranks) {
    begin_ -= leading(std::make_reverse_iterator(begin_), all_.rend(),
                      [&](std::uint32_t rank) { return rank >= ranks.begin; });
    end_ += leading(end_, all_.end(), [&](std::uint32_t rank) { return rank < ranks.end; });
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(end_ - begin_); }

 private:
  std::span<const std::uint32_t> all_;
  std::span<const std::uint32_t>::iterator begin_, end_;
};

// From the longest on, so that what is found of one widens to the next.
NgramModel::Counts NgramModel::counts_at(std::uint32_t position, std::uint32_t most,
                                         std::vector<Part>& parts) const {
  SuffixOrder::Ranks ranks = text_.order().only(position);
  parts.clear();
  for (const std::uint32_t submission : left_out_) {
    parts.emplace_back(text_.ranks_of(submission), ranks.begin);
  }
  const auto left_in = [&] {
    std::uint32_t count = ranks.size();
    for (Part& part : parts) {
      part.widen(ranks);
      count -= part.size();
    }
    return count;
  };
  Counts counts{symbols_};
  std::uint32_t count = left_in();
  for (const std::uint32_t length : kLengthsAskedFor) {
    if (length > most) continue;
    const SuffixOrder::Ranks wider = text_.order().widened(ranks, length);
    const bool has_more = wider.size() > ranks.size();
    ranks = wider;
    if (has_more) count = left_in();
    counts[length] = count;
  }
  return counts;
}

double NgramModel::bits(std::uint32_t position, std::uint32_t length, double enough) const {
  std::array<Counts, kLongest> last{};  // of the last positions
  std::vector<Part> parts;
  double bits = 0;
  for (std::uint32_t i = 0; i < length && bits < enough; ++i) {
    last[i % kLongest] = counts_at(position + i, std::min(length - i, kLongest), parts);
    double probability = 1.0 / text_.alphabet(), most = 0;
    for (const std::uint32_t context : kContexts) {
      if (context > i) break;
      const Counts& counts = last[(i - context) % kLongest];
      if (counts[context] == 0) break;
      probability = (counts[context + 1] + kWeightOfShorter * probability) /
                    (counts[context] + kWeightOfShorter);
      most = context <= kOverruled ? probability : std::max(most, probability);
    }
    bits -= std::log2(most);
  }
  return bits;
}

}  // namespace whorl::internal::compare::scoring
