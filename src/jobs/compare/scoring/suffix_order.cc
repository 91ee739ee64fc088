#include "jobs/compare/scoring/suffix_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <utility>

#include "base/parallel.h"

namespace whorl::internal::compare::scoring {
namespace {

// Prefetch distance in the text.
constexpr std::size_t kAhead = 16;

// Several symbols in one number, the first one highest, so that numbers have the order of the
// symbols.
class Keys {
 public:
  Keys(std::span<const std::uint32_t> text, std::uint32_t alphabet)
      : text_(text),
        bits_(std::max(1u, static_cast<unsigned>(std::bit_width(alphabet)))),
        symbols_(64 / bits_) {}

  unsigned symbols() const { return symbols_; }

  // Zeros from the end of the part on.
  std::uint64_t at(std::size_t position) const {
    std::uint64_t key = 0;
    unsigned shift = 64;
    for (unsigned i = 0; i < symbols_ && text_[position + i] != 0; ++i) {
      shift -= bits_;
      key |= std::uint64_t{text_[position + i]} << shift;
    }
    return key;
  }

  void prefetch(std::size_t position) const { __builtin_prefetch(&text_[position]); }

  // at(position), where `next` is at(position + 1).
  std::uint64_t before(std::size_t position, std::uint64_t next) const {
    if (text_[position] == 0) return 0;
    const unsigned unused = 64 - symbols_ * bits_;
    return (std::uint64_t{text_[position]} << (64 - bits_)) | (next >> bits_ >> unused << unused);
  }

  // True if the part continues after the key, or ends with it.
  bool is_full(std::uint64_t key) const {
    return (key >> (64 - symbols_ * bits_) & ((std::uint64_t{1} << bits_) - 1)) != 0;
  }

 private:
  std::span<const std::uint32_t> text_;
  unsigned bits_, symbols_;
};

// Sorts positions with equal beginnings by the next few symbols, then equal ones by the few after
// these, and so on. Two equal positions keep their order, because their neighbours have as much in
// common with either.
class BucketSorter {
 public:
  BucketSorter(const Keys& keys, const Progress& progress) : keys_(keys), progress_(progress) {}

  void sort(std::span<std::uint32_t> positions) {
    parts_.push_back({positions, 0});
    while (!parts_.empty() && !progress_.cancelled()) {
      const Part part = parts_.back();
      parts_.pop_back();
      sort_by_key(part);
    }
  }

 private:
  struct Part {
    std::span<std::uint32_t> positions;
    std::uint32_t depth;  // symbols that are equal
  };
  struct Item {
    std::uint64_t key;
    std::uint32_t position;
  };

  void sort_by_key(const Part& part) {
    items_.clear();
    for (std::size_t i = 0; i < part.positions.size(); ++i) {
      if (i + kAhead < part.positions.size()) {
        keys_.prefetch(part.positions[i + kAhead] + part.depth);
      }
      items_.push_back({keys_.at(part.positions[i] + part.depth), part.positions[i]});
    }
    std::ranges::sort(items_, {}, &Item::key);
    const std::uint32_t depth = part.depth + keys_.symbols();
    std::size_t begin = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      part.positions[i] = items_[i].position;
      if (i + 1 < items_.size() && items_[i + 1].key == items_[i].key) continue;
      const bool goes_on = depth < SuffixOrder::kDepth && keys_.is_full(items_[i].key);
      const std::size_t size = i + 1 - begin;
      if (goes_on && size > 2) parts_.push_back({part.positions.subspan(begin, size), depth});
      begin = i + 1;
    }
  }

  const Keys& keys_;
  const Progress& progress_;
  std::vector<Part> parts_;
  std::vector<Item> items_;
};

constexpr unsigned kBucketBits = 16;

// By the leading bits of the key.
std::vector<std::uint32_t> sorted_positions(std::span<const std::uint32_t> text, const Keys& keys,
                                            unsigned threads, const Progress& progress) {
  std::vector<std::uint32_t> begins((std::size_t{1} << kBucketBits) + 1);
  const auto for_buckets = [&](auto visit) {
    std::uint64_t key = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
      key = keys.before(i, key);
      if (text[i] != 0) visit(key >> (64 - kBucketBits), static_cast<std::uint32_t>(i));
    }
  };
  for_buckets([&](std::uint64_t bucket, std::uint32_t) { ++begins[bucket + 1]; });
  for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  std::vector<std::uint32_t> positions(begins.back());
  std::vector<std::uint32_t> at(begins.begin(), begins.end() - 1);
  for_buckets([&](std::uint64_t bucket, std::uint32_t i) { positions[at[bucket]++] = i; });
  base::parallel_for(at.size(), threads, [&](std::size_t bucket) {
    const std::span all(positions);
    const std::size_t size = begins[bucket + 1] - begins[bucket];
    if (size > 1) BucketSorter(keys, progress).sort(all.subspan(begins[bucket], size));
  });
  return positions;
}

std::uint8_t common_symbols(std::span<const std::uint32_t> text, std::uint32_t a, std::uint32_t b) {
  std::uint8_t common = 0;
  while (common < SuffixOrder::kDepth && text[a] == text[b] && text[a] != 0) ++common, ++a, ++b;
  return common;
}

}  // namespace

SuffixOrder::SuffixOrder(std::vector<std::uint32_t> text, std::uint32_t alphabet, unsigned threads,
                         const Progress& progress)
    : positions_(sorted_positions(text, Keys(text, alphabet), threads, progress)) {
  constexpr std::size_t kPart = 1 << 14;
  std::vector<std::uint8_t> common(positions_.size() + 1);
  base::parallel_for(positions_.size() / kPart + 1, threads, [&](std::size_t part) {
    if (progress.cancelled()) return;
    const std::size_t end = std::min(positions_.size(), (part + 1) * kPart);
    for (std::size_t i = std::max<std::size_t>(1, part * kPart); i < end; ++i) {
      if (i + kAhead < end) __builtin_prefetch(&text[positions_[i + kAhead]]);
      common[i] = common_symbols(text, positions_[i - 1], positions_[i]);
    }
  });
  if (progress.cancelled()) return;
  ranks_ = std::move(text);
  for (std::uint32_t i = 0; i < positions_.size(); ++i) ranks_[positions_[i]] = i;
  common_ = MinimumTree(std::move(common));
}

SuffixOrder::Ranks SuffixOrder::widened(Ranks ranks, std::uint32_t length) const {
  const auto bound = static_cast<std::uint8_t>(length);
  return {static_cast<std::uint32_t>(common_.last_below(ranks.begin, bound)),
          static_cast<std::uint32_t>(common_.next_below(ranks.end, bound))};
}

}  // namespace whorl::internal::compare::scoring
