#include "jobs/collection/cluster/shared_runs.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace whorl::internal::cluster {
namespace {

using Symbols = std::span<const std::uint32_t>;

// The symbols that occur in a text.
std::vector<bool> held_by(Symbols text, std::uint32_t symbols) {
  std::vector<bool> held(symbols);
  for (const std::uint32_t symbol : text) {
    if (symbol < symbols) held[symbol] = true;
  }
  return held;
}

// The maximal runs of at least `least` symbols that all occur in the other text.
std::vector<SymbolRun> stretches(Symbols text, const std::vector<bool>& held, std::uint32_t least) {
  std::vector<SymbolRun> found;
  std::uint32_t begin = 0;
  for (std::uint32_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] < held.size() && held[text[i]]) continue;
    if (i - begin >= least) found.push_back({begin, i - begin});
    begin = i + 1;
  }
  return found;
}

// Concatenated runs; a unique symbol follows each.
class Joined {
 public:
  explicit Joined(std::uint32_t symbols) : next_separator_(symbols) {}

  void add(Symbols stretch) {
    symbols_.insert(symbols_.end(), stretch.begin(), stretch.end());
    symbols_.push_back(next_separator_++);
  }
  const std::vector<std::uint32_t>& symbols() const { return symbols_; }

 private:
  std::vector<std::uint32_t> symbols_;
  std::uint32_t next_separator_;
};

// The beginnings of a text's suffixes, in the order of the suffixes.
std::vector<std::uint32_t> sorted_suffixes(const std::vector<std::uint32_t>& text) {
  const std::size_t n = text.size();
  std::vector<std::uint32_t> order(n), name(text), named(n);
  std::iota(order.begin(), order.end(), 0u);
  // Suffixes are ranked by their first `width` symbols, then by twice as many.
  for (std::size_t width = 1;; width *= 2) {
    const auto key = [&](std::uint32_t at) {
      return std::uint64_t{name[at]} << 32 | (at + width < n ? name[at + width] + 1 : 0);
    };
    std::ranges::sort(order, {}, key);
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (i > 0 && key(order[i]) != key(order[i - 1])) ++last;
      named[order[i]] = last;
    }
    name.swap(named);
    if (last + 1 == n || n == 0) return order;
  }
}

// How many symbols each suffix shares with the one before it in order (Kasai et al. 2001).
std::vector<std::uint32_t> shared_with_before(const std::vector<std::uint32_t>& text,
                                              const std::vector<std::uint32_t>& order) {
  const std::size_t n = text.size();
  std::vector<std::uint32_t> place(n), shared(n);
  for (std::uint32_t i = 0; i < n; ++i) place[order[i]] = i;
  std::uint32_t length = 0;
  for (std::size_t at = 0; at < n; ++at) {
    if (place[at] == 0) {
      length = 0;
      continue;
    }
    const std::size_t before = order[place[at] - 1];
    while (at + length < n && before + length < n && text[at + length] == text[before + length]) {
      ++length;
    }
    shared[place[at]] = length;
    if (length > 0) --length;
  }
  return shared;
}

// For each position before `border`, the length of the longest run of symbols that begins there and
// also at some position after `border`. The nearest suffixes of that side, above or below, share
// the most.
std::vector<std::uint32_t> longest_shared(const std::vector<std::uint32_t>& text,
                                          std::size_t border) {
  const auto order = sorted_suffixes(text);
  const auto shared = shared_with_before(text, order);
  std::vector<std::uint32_t> longest(border);
  const auto step = [&, least = 0u](std::uint32_t suffix, std::uint32_t with_last) mutable {
    least = std::min(least, with_last);
    if (suffix < border) {
      longest[suffix] = std::max(longest[suffix], least);
    } else {
      least = UINT32_MAX;
    }
  };
  auto down = step;
  for (std::size_t i = 0; i < order.size(); ++i) down(order[i], shared[i]);
  auto up = step;
  for (std::size_t i = order.size(); i-- > 0;) {
    up(order[i], i + 1 < order.size() ? shared[i + 1] : 0);
  }
  return longest;
}

}  // namespace

std::vector<SymbolRun> shared_runs(Symbols text, Symbols other, std::uint32_t symbols,
                                   std::uint32_t least) {
  const auto ours = stretches(text, held_by(other, symbols), least);
  const auto theirs = stretches(other, held_by(text, symbols), least);
  if (ours.empty() || theirs.empty()) return {};
  Joined joined(symbols);
  for (const SymbolRun& one : ours) joined.add(text.subspan(one.at, one.length));
  const std::size_t border = joined.symbols().size();
  for (const SymbolRun& one : theirs) joined.add(other.subspan(one.at, one.length));
  const auto longest = longest_shared(joined.symbols(), border);
  std::vector<SymbolRun> runs;
  std::size_t at = 0;  // in `longest`
  for (const SymbolRun& one : ours) {
    std::uint32_t end = 0;  // of the last run
    for (std::uint32_t i = 0; i < one.length; ++i) {
      const std::uint32_t length = longest[at + i];
      if (length < least || i + length <= end) continue;
      end = i + length;
      runs.push_back({one.at + i, length});
    }
    at += one.length + 1;
  }
  return runs;
}

std::vector<std::uint32_t> places_of(Symbols run, Symbols text) {
  // For the first i + 1 symbols of the run: the length of the longest proper prefix that is also a
  // suffix.
  std::vector<std::uint32_t> border(run.size());
  const auto after = [&](std::uint32_t matched, std::uint32_t symbol) {
    while (matched > 0 && run[matched] != symbol) matched = border[matched - 1];
    return run[matched] == symbol ? matched + 1 : matched;
  };
  for (std::uint32_t i = 1; i < run.size(); ++i) border[i] = after(border[i - 1], run[i]);
  std::vector<std::uint32_t> places;
  std::uint32_t matched = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    matched = after(matched, text[i]);
    if (matched < run.size()) continue;
    places.push_back(static_cast<std::uint32_t>(i + 1 - run.size()));
    matched = border[matched - 1];
  }
  return places;
}

}  // namespace whorl::internal::cluster
