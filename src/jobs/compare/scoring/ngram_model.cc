#include "jobs/compare/scoring/ngram_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
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

// The lengths of n-grams that the model needs, the longest first: those of its contexts, and these
// with one more symbol.
constexpr auto kLengthsAskedFor = [] {
  std::array<std::uint32_t, kLengths> lengths{};
  std::size_t i = 0;
  for (std::uint32_t length = kLongest; length > 0; --length) {
    if (is_asked_for(length)) lengths[i++] = length;
  }
  return lengths;
}();

// How many of [at, end) precede the first that is not `in`; none after it is `in`. O(log of the
// result).
template <class Iterator, class In>
std::ptrdiff_t leading(Iterator at, Iterator end, In in) {
  const Iterator begin = at;
  std::ptrdiff_t step = 1;
  while (end - at >= step && in(at[step - 1])) at += step, step *= 2;
  at = std::partition_point(at, at + std::min(step - 1, end - at), in);
  return at - begin;
}

// Merges parts of items that are each sorted; `ends` has the end of each part. O(n log m) for n
// items and m parts.
void merge_sorted(std::vector<std::uint32_t>& items, std::vector<std::size_t> ends) {
  const auto at = [&](std::size_t i) { return items.begin() + static_cast<std::ptrdiff_t>(i); };
  while (ends.size() > 1) {
    std::size_t begin = 0, merged = 0;
    for (std::size_t i = 0; i < ends.size(); i += 2) {
      const std::size_t middle = ends[i], end = ends[std::min(i + 1, ends.size() - 1)];
      std::inplace_merge(at(begin), at(middle), at(end));
      ends[merged++] = begin = end;
    }
    ends.resize(merged);
  }
}

}  // namespace

NgramModel::NgramModel(const ClassText& text, const std::vector<std::uint32_t>& left_out)
    : text_(text), symbols_(text.symbols()) {
  for (std::uint32_t i = 0; i < text.submissions(); ++i) submissions_ += text.symbols_of(i) > 0;
  std::vector<std::size_t> ends;
  for (const std::uint32_t submission : left_out) {
    submissions_ -= text.symbols_of(submission) > 0;
    symbols_ -= text.symbols_of(submission);
    const auto ranks = text.ranks_of(submission);
    left_out_.insert(left_out_.end(), ranks.begin(), ranks.end());
    ends.push_back(left_out_.size());
  }
  merge_sorted(left_out_, std::move(ends));
}

// From the longest on, so that the range of one length widens to the next.
NgramModel::Counts NgramModel::counts_at(std::uint32_t position, std::uint32_t most) const {
  SuffixOrder::Ranks ranks = text_.order().only(position);
  auto begin = std::ranges::lower_bound(left_out_, ranks.begin), end = begin;
  const auto left_in = [&] {
    begin -= leading(std::make_reverse_iterator(begin), left_out_.rend(),
                     [&](std::uint32_t rank) { return rank >= ranks.begin; });
    end += leading(end, left_out_.end(), [&](std::uint32_t rank) { return rank < ranks.end; });
    return ranks.size() - static_cast<std::uint32_t>(end - begin);
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
  double bits = 0;
  for (std::uint32_t i = 0; i < length && bits < enough; ++i) {
    last[i % kLongest] = counts_at(position + i, std::min(length - i, kLongest));
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
