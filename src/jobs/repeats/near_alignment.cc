#include "jobs/repeats/near_alignment.h"

#include <algorithm>
#include <array>
#include <optional>

namespace whorl::internal::repeats {
namespace {

enum class Side { left, right };

// The words of a text from a position outwards, counted from 0.
template <Side side>
class Outwards {
 public:
  // Up to `end`; on the left it is at most `begin`.
  Outwards(WordReader& words, std::uint64_t begin, std::uint64_t end)
      : words_(words), begin_(begin), size_(side == Side::right ? end - begin : begin - end) {}

  std::uint32_t operator[](std::uint64_t i) const {
    return words_[side == Side::right ? begin_ + i : begin_ - 1 - i];
  }
  std::uint64_t size() const { return size_; }

 private:
  WordReader& words_;
  std::uint64_t begin_;
  std::uint64_t size_;
};

// The words of a text after a run: the possible beginnings of the next run, and its first words.
using Window = std::array<std::uint64_t, near::kMostGap + near::kShortestRun>;

// Missing words are `beyond`, which equals no word.
template <Side side>
Window window_at(const Outwards<side>& text, std::uint64_t begin, std::uint64_t gap,
                 std::uint64_t beyond) {
  Window window;
  for (std::uint64_t i = 0; i < gap + near::kShortestRun; ++i) {
    window[i] = begin + i < text.size() ? text[begin + i] : beyond;
  }
  return window;
}

constexpr std::uint64_t kBeyondLater = std::uint64_t{1} << 32;
constexpr std::uint64_t kBeyondEarlier = std::uint64_t{2} << 32;

// The two texts of an alignment on one side of its seed.
template <Side side>
class TextPair {
 public:
  TextPair(Outwards<side> later, Outwards<side> earlier) : later_(later), earlier_(earlier) {}

  // The number of equal words from there on, at most `most`.
  std::uint64_t equal(std::uint64_t later, std::uint64_t earlier,
                      std::uint64_t most = ~std::uint64_t{0}) const {
    const std::uint64_t end = std::min({later_.size() - later, earlier_.size() - earlier, most});
    std::uint64_t count = 0;
    while (count < end && later_[later + count] == earlier_[earlier + count]) ++count;
    return count;
  }

  // The run from the seed on, which may be empty, and the runs after it.
  void follow(std::uint64_t gap, std::vector<RunOutwards>& runs) const {
    runs = {{0, 0, equal(0, 0)}};
    while (const auto next = next_run(runs.back(), gap)) runs.push_back(*next);
  }

 private:
  // The nearest run, by the longer side of the gap, then by the difference of both sides.
  std::optional<RunOutwards> next_run(const RunOutwards& run, std::uint64_t gap) const {
    const std::uint64_t later_end = run.later + run.symbols;
    const std::uint64_t earlier_end = run.earlier + run.symbols;
    const Window later = window_at(later_, later_end, gap, kBeyondLater);
    const Window earlier = window_at(earlier_, earlier_end, gap, kBeyondEarlier);
    const auto is_run = [&](std::uint64_t i, std::uint64_t j) {
      return later[i] == earlier[j] && later[i + 1] == earlier[j + 1] &&
             later[i + 2] == earlier[j + 2];
    };
    static_assert(near::kShortestRun == 3);
    const auto run_at = [&](std::uint64_t i, std::uint64_t j) {
      return RunOutwards{later_end + i, earlier_end + j, equal(later_end + i, earlier_end + j)};
    };
    for (std::uint64_t longer = 1; longer <= gap; ++longer) {
      for (std::uint64_t shorter = longer + 1; shorter-- > 0;) {
        if (is_run(longer, shorter)) return run_at(longer, shorter);
        if (is_run(shorter, longer)) return run_at(shorter, longer);
      }
    }
    return std::nullopt;
  }

  Outwards<side> later_;
  Outwards<side> earlier_;
};

}  // namespace

std::span<const near::EqualRun> Aligner::align(const Seed& seed, const Extent& later,
                                               const Extent& earlier) {
  runs_.clear();
  const bool in_one = later == earlier;
  const TextPair<Side::right> right({words_, seed.at, later.end},
                                    {words_, seed.first, in_one ? seed.at : earlier.end});
  // The later text to the left, down to the end of the earlier one.
  const auto left_down_to = [&](std::uint64_t end) {
    return TextPair<Side::left>({words_, seed.at, in_one ? end : later.begin},
                                {words_, seed.first, earlier.begin});
  };
  const std::uint64_t right_run = right.equal(0, 0);
  // Tested first, since for most seeds the gaps need no examination.
  const std::uint64_t left_run = left_down_to(seed.first + right_run).equal(0, 0, rule_.seed);
  if (left_run + right_run < rule_.seed) return runs_;

  right.follow(rule_.gap, right_);
  left_down_to(seed.first + right_.back().earlier + right_.back().symbols).follow(rule_.gap, left_);
  for (std::size_t i = left_.size(); i-- > 0;) {
    const RunOutwards& run = left_[i];
    runs_.push_back(
        {seed.at - run.later - run.symbols, seed.first - run.earlier - run.symbols, run.symbols});
  }
  runs_.back().symbols += right_.front().symbols;
  for (const RunOutwards& run : std::span(right_).subspan(1)) {
    runs_.push_back({seed.at + run.later, seed.first + run.earlier, run.symbols});
  }
  return runs_;
}

}  // namespace whorl::internal::repeats
